// page/tools/test.mjs: types, formatting, and all tests, by node's own runner; run from the root.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";

const out = "page/node_modules/.cache/test";
const tap = "build/reports/page.tap";
const bin = "page/node_modules/.bin";

function run(command, ...words) {
  const { status } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

run(`${bin}/tsc`, "--project", "page");
run(`${bin}/prettier`, "--check", "--log-level", "warn", "page/src", "page/test", "page/tools");
const tests = readdirSync("page/test").filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: tests.map((name) => `page/test/${name}`),
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  outdir: out,
  outExtension: { ".js": ".mjs" },
  logLevel: "error",
});
mkdirSync("build/reports", { recursive: true });
const reporters = ["spec", "stdout", "tap", tap];
const flags = reporters.map(
  (word, i) => (i % 2 ? "--test-reporter-destination=" : "--test-reporter=") + word,
);
run(
  process.execPath,
  "--test",
  ...flags,
  ...tests.map((name) => `${out}/${name.replace(/ts$/, "mjs")}`),
);

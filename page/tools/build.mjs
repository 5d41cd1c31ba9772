// page/tools/build.mjs: the page as one HTML file: node tools/build.mjs OUT
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const out = resolve(process.argv[2] ?? `${root}/../build/page/page.html`);

async function bundled(entry) {
  const made = await build({
    entryPoints: [`${root}/src/${entry}`],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome103", "firefox113", "safari16.4"],
    legalComments: "none",
    outdir: root,
    logLevel: "error",
  });
  const text = (kind) => made.outputFiles.find((file) => file.path.endsWith(kind))?.text ?? "";
  return { script: text(".js"), style: text(".css") };
}

const { script } = await bundled("main.ts");
const uplot = await readFile(`${root}/node_modules/uplot/dist/uPlot.min.css`, "utf8");
const { style } = await bundled("page.css");
const html = await readFile(`${root}/src/page.html`, "utf8");

// The terms of what is bundled ask to go along with every copy, and the page travels alone. Two
// have MIT's, whose words are the same but for the holder. htm's are this project's own, whose
// LICENSE is where the page comes from.
const terms = await Promise.all(
  ["preact", "uplot"].map((name) => readFile(`${root}/node_modules/${name}/LICENSE`, "utf8")),
);
const holders = terms.map((text) => text.match(/^Copyright .*$/m)[0]);
const permission = terms[0].slice(terms[0].indexOf("Permission is hereby granted")).trim();
const notice = `<!--
Isthmus, Apache License 2.0. This page holds htm (Apache License 2.0), preact (${holders[0]}) and
uPlot (${holders[1]}), both under the MIT License:

${permission}
-->`;
// Functions: what is put in has dollar signs. A script must not end its own element.
const page = html
  .replace("<style>", () => `${notice}\n    <style>`)
  .replace("/* style */", () => uplot + style)
  .replace("/* script */", () => script.replaceAll("</script", "<\\/script"));
await mkdir(dirname(out), { recursive: true });
await writeFile(out, page);

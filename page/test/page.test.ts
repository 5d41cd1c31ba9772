// page/test/page.test.ts: the page in a real browser: a live job, a recording, 10,000 PEs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { openBrowser, openPage, picture, pictures } from "./browser.ts";
import { sampleLines } from "./samples.ts";
import { serve, token } from "./server.ts";

const file = "build/page/page.html";
const html = readFileSync(file, "utf8");
const sample = { sites: 2, pesOfSite: 2, count: 40, cutAt: 10, healedAt: 20, balancedAt: 30 };

/** A page file with a recording in it, as `isthmus page` writes it. */
function embedded(lines: readonly string[], name: string): string {
  const packed = gzipSync(lines.join("\n")).toString("base64");
  const element = `<script id="recording" type="x" data-name="${name}">${packed}</script>`;
  const path = `${pictures}/${name}.html`;
  writeFileSync(
    path,
    html.replace("<!-- recording -->", () => element),
  );
  return pathToFileURL(path).href;
}

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("the page names whose work it holds, and the terms", () => {
  for (const words of ["Jason Miller", "Leon Sorokin", "Permission is hereby granted", "Apache"]) {
    assert.ok(html.includes(words), words);
  }
});

test("the page has at most 60 kB, compressed", () => {
  const bytes = gzipSync(html, { level: 9 }).length;
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
});

test("a live job: a link is cut and heals, objects move, a value is set", async () => {
  const verbs = [
    { name: "border-first", metavar: "WHEN", what: "Who is first.", value: "auto" },
    { name: "leave", metavar: "WHO", what: "Leaves.", value: null, kind: "action" },
    { name: "stop", metavar: "WHEN", what: "Ends it.", value: null, kind: "action" },
  ];
  const served = await serve(html, sampleLines(sample), verbs as never);
  const { page, wrong } = await openPage(browser, served.url);
  try {
    await page.goto(`${served.url}?token=${token}`);
    await page.waitForSelector("#grid .link.well", { state: "attached" });
    assert.ok(!page.url().includes(token), "the token stays in the address");
    for (let i = 0; i < 12; ++i) served.next();
    await page.waitForSelector("#grid .link.cut", { state: "attached" });
    for (let i = 0; i < 10; ++i) served.next();
    await page.waitForSelector("#grid .link.healed", { state: "attached" });
    for (let i = 0; i < 15; ++i) served.next();
    await page.waitForSelector("#balancing");
    const happened = await page.innerText("#happened");
    for (const words of [
      "1 connection cut",
      "1 connection healed",
      "12 of 256 objects moved, 98.3 kB",
    ]) {
      assert.ok(happened.includes(words), `${words}: ${happened}`);
    }
    assert.ok((await page.innerText("#panel-something_new")).includes("green"));
    assert.match(await page.innerText("#progress"), /time steps 370 of 1,000/);
    assert.match(await page.innerText("#pictures"), /phi, z = 0 48 × 32 as 24 × 16, of 250 ms ago/);
    await page.hover("#pictures canvas", { position: { x: 2, y: 2 } });
    await page.locator("#pictures", { hasText: "column 0, row 0: nothing" }).waitFor();
    for (const [name, words] of [
      ["border objects", /PE 0 of site0: border objects 0/],
      ["objects moved, ago", /PE 0 of site0: objects moved, ago 3.5 s/],
    ] as const) {
      await page.locator("#heat select").selectOption(name);
      await page.locator("#heat", { hasText: words }).waitFor();
    }
    assert.equal(await page.locator("#set-stop").count(), 0, "ends a job without asking twice");
    // By the keyboard alone.
    await page.focus("#set-border-first");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("yes");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#answers li");
    assert.match(await page.innerText("#answers"), /border-first = yes: done/);
    const asked = served.requests.find((request) => request.request === "set");
    assert.deepEqual(asked, { request: "set", name: "border-first", value: "yes" });
    assert.equal(served.headers.authorization, `Bearer ${token}`);
    // One process ends after a second word, and the job does not.
    await page.fill("#leave", "1");
    await page.click("#end");
    await page.click("text=Yes, end process 1");
    await page.locator("#answers", { hasText: "process 1 ends: done" }).waitFor();
    const ended = served.requests.filter((request) => request.request === "stop");
    assert.deepEqual(ended, [{ request: "stop", process: "1" }]);
    assert.deepEqual(wrong, []);
  } finally {
    await page.context().close();
    await served.close();
  }
});

test("a job that has ended is shown as it ended, and asked nothing more", async () => {
  const lines = sampleLines({ ...sample, count: 3 });
  lines[2] = lines[2]!.replace('"panels"', '"ended":{"failure":null},"panels"');
  const served = await serve(html, lines, []);
  const { page, wrong } = await openPage(browser, served.url);
  try {
    await page.goto(`${served.url}?token=${token}`);
    await page.waitForSelector("#grid .link.well", { state: "attached" });
    served.next();
    served.next();
    await page.locator("#notice", { hasText: /^\s*the job has ended\s*$/ }).waitFor();
    assert.equal(await page.locator("#notice.bad").count(), 0);
    await page.locator("#happened", { hasText: "the job has ended" }).waitFor();
    await served.close();
    await page.waitForTimeout(3000); // a page that asks again would complain
    assert.match(await page.innerText("#notice"), /the job has ended/);
    assert.deepEqual(wrong, []);
  } finally {
    await page.context().close();
    await served.close().catch(() => {});
  }
});

test("nothing is offered that the job would refuse", async () => {
  const verbs = [{ name: "pause", metavar: "WHEN", what: "Holds it.", value: "no" }];
  const served = await serve(html, sampleLines(sample), verbs as never);
  const { page, wrong } = await openPage(browser, served.url);
  try {
    await page.goto(`${served.url}?token=${token}`);
    await page.waitForSelector("#set-pause");
    assert.equal(await page.locator("#leave").count(), 0);
    assert.equal(await page.locator("#stop").count(), 1);
    assert.deepEqual(wrong, []);
  } finally {
    await page.context().close();
    await served.close();
  }
});

test("a page too many asks by itself, and one without token gets nothing", async () => {
  const served = await serve(html, sampleLines(sample), []);
  const pages = [];
  try {
    for (let i = 0; i < 5; ++i) {
      const { page } = await openPage(browser, served.url);
      pages.push(page);
      await page.goto(`${served.url}?token=${token}`);
      await page.waitForSelector("#grid");
    }
    await pages[4]!.waitForFunction(() => /too many/.test(document.body.innerText));
    const page = pages[0]!;
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    assert.equal((await page.goto(served.url))?.status(), 401);
  } finally {
    for (const page of pages) await page.context().close();
    await served.close();
  }
});

test("a job that ends leaves what has come, which can be stepped through", async () => {
  const served = await serve(html, sampleLines(sample), []);
  const { page } = await openPage(browser, served.url);
  await page.goto(`${served.url}?token=${token}`);
  await page.waitForSelector("#grid");
  for (let i = 0; i < 12; ++i) served.next();
  await page.waitForSelector("#grid .link.cut", { state: "attached" });
  await served.close();
  await page.waitForSelector("#notice.bad");
  await page.keyboard.press("Home");
  await page.waitForSelector("#grid .link.well", { state: "attached" });
  await page.context().close();
});

test("a job that is busy for long is said to be, until it answers", async () => {
  const served = await serve(html, sampleLines(sample), []);
  const { page, wrong } = await openPage(browser, served.url);
  await page.goto(`${served.url}?token=${token}`);
  await page.waitForSelector("#grid");
  served.next();
  await page.locator("#notice", { hasText: /has not answered for [5-9] s/ }).waitFor();
  served.next();
  await page.waitForFunction(() => !/not answered/.test(document.body.innerText));
  assert.deepEqual(wrong, []);
  await page.context().close();
  await served.close();
});

for (const width of [800, 2560]) {
  for (const scheme of ["light", "dark"] as const) {
    test(`a recording at ${width} pixels, ${scheme}, fits and is played`, async () => {
      const url = embedded(sampleLines(sample), "recording");
      const { page, wrong } = await openPage(browser, url, { width, scheme });
      await page.goto(url);
      await page.waitForSelector("#grid");
      assert.match(await page.innerText("#moment"), /0 s of 20 s/);
      await page.focus("#slider");
      await page.keyboard.press("End");
      await page.waitForSelector("#balancing");
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(over, 0, "it is wider than the window");
      await picture(page, `recording-${width}-${scheme}`);
      await page.keyboard.press("Home");
      await page.selectOption("#speed", "64");
      await page.click("#play");
      await page.waitForFunction(() => /20 s of 20 s/.test(document.body.innerText));
      assert.deepEqual(wrong, []);
      await page.context().close();
    });
  }
}

test("a damaged file is one line, and a good one can be opened after it", async () => {
  const url = pathToFileURL(file).href;
  const { page, wrong } = await openPage(browser, url);
  await page.goto(url);
  await page.waitForSelector(".welcome");
  const bytes = (text: string) => ({ name: "run.jsonl", mimeType: "x", buffer: Buffer.from(text) });
  const lines = sampleLines(sample);
  await page.setInputFiles("input[type=file]", bytes(`${lines[0]}\n{"no": 1}\n`));
  await page.waitForSelector("#notice.bad");
  assert.match(await page.innerText("#notice"), /^run.jsonl: line 2 is no answer of a job/);
  await page.setInputFiles("input[type=file]", bytes(lines.join("\n")));
  await page.waitForSelector("#grid");
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("a recording of 10,000 PEs is stepped through", async (told) => {
  const lines = sampleLines({ sites: 10, pesOfSite: 1000, count: 8 });
  const url = embedded(lines, "many");
  const { page, wrong } = await openPage(browser, url, { width: 1600 });
  await page.goto(url);
  await page.waitForSelector("#grid", { timeout: 60_000 });
  await page.focus("#slider");
  const times: number[] = [];
  for (let i = 0; i < 6; ++i) {
    await page.keyboard.press("ArrowRight");
    times.push(Number(await page.getAttribute("#drawn", "data-ms")));
  }
  assert.match(await page.innerText("#pes"), /10,000 PEs: sites with all of theirs, and 16/);
  assert.match(await page.innerText("#heat"), /of 10,000 PEs/);
  await picture(page, "many-1600-light");
  times.sort((one, other) => one - other);
  told.diagnostic(`frames of 10,000 PEs: median ${times[3]} ms, most ${times[5]} ms`);
  // Machines differ; a page that cannot be used is far beyond.
  assert.ok(times[3]! < 5000, `${times[3]} ms a frame`);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

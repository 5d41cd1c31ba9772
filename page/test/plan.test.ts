// page/test/plan.test.ts: where sites, names and the words of links are, and what crosses what.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { fitting, roomOf } from "../src/draw/letters.ts";
import { boxAround, circleBox, crosses, overlap, planOf, planWidth } from "../src/draw/plan.ts";
import { siteRadius, wordPlaces, type Box } from "../src/draw/plan.ts";
import { openBrowser, openPage, pictures } from "./browser.ts";
import { sampleLines } from "./samples.ts";

const pairsOf = (count: number) =>
  Array.from({ length: count }, (_, one) => one).flatMap((one) =>
    Array.from({ length: count - one - 1 }, (_, i) => [one, one + 1 + i] as const),
  );

for (let count = 1; count <= 12; ++count) {
  test(`the names of ${count} sites are clear of links, circles, and each other`, () => {
    const { sites, height } = planOf(count);
    const names = sites.map((site) => site.name);
    for (const [i, name] of names.entries()) {
      assert.ok(name.left >= 0 && name.left + name.width <= planWidth, `name ${i} is cut off`);
      assert.ok(name.top >= 0 && name.top + name.height <= height, `name ${i} is cut off`);
      assert.ok(name.width >= 100, `${name.width} for name ${i}`);
      for (const [k, other] of names.entries()) assert.ok(k === i || !overlap(name, other));
      for (const site of sites) assert.ok(!overlap(name, circleBox(site)), `a circle on ${i}`);
    }
    for (const [one, other] of pairsOf(count)) {
      for (const [i, name] of names.entries()) {
        const isOn = crosses(sites[one]!, sites[other]!, name);
        assert.ok(!isOn, `the link of ${one} and ${other} runs through the name of ${i}`);
      }
    }
  });
}

for (let count = 1; count <= 8; ++count) {
  test(`no link of ${count} sites runs through the circle of a third one`, () => {
    const { sites } = planOf(count);
    for (const [one, other] of pairsOf(count)) {
      for (const [i, site] of sites.entries()) {
        if (i === one || i === other) continue;
        const [from, to] = [sites[one]!, sites[other]!];
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const along = ((site.x - from.x) * dx + (site.y - from.y) * dy) / (dx * dx + dy * dy);
        const share = Math.min(1, Math.max(0, along));
        const away = Math.hypot(from.x + share * dx - site.x, from.y + share * dy - site.y);
        assert.ok(away > siteRadius + 1, `${one} and ${other} at ${i}: ${away}`);
      }
    }
  });
}

for (let count = 2; count <= 5; ++count) {
  test(`every link of ${count} sites has its words, clear of names, circles, and others`, () => {
    const plan = planOf(count);
    const links = pairsOf(count);
    const words = { width: roomOf("hidden 100 % | 100 %", 12), height: 34 };
    const places = wordPlaces(
      plan,
      links,
      links.map(() => words),
    );
    const boxes = places.map((place, i) => boxAround(place ?? assert.fail(`none at ${i}`), words));
    for (const [i, box] of boxes.entries()) {
      for (const [k, other] of boxes.entries()) assert.ok(k === i || !overlap(box, other));
      for (const site of plan.sites) {
        assert.ok(!overlap(box, site.name), `the words of link ${i} are on a name`);
        assert.ok(!overlap(box, circleBox(site)), `the words of link ${i} are on a circle`);
      }
    }
  });
}

test("words for which there is no room are left out, not written over names", () => {
  const plan = planOf(3);
  const words = { width: planWidth, height: 300 };
  assert.deepEqual(wordPlaces(plan, [[0, 1]], [words]), [null]);
});

test("a line and a box meet where they have a point in common", () => {
  const box = { left: 10, top: 10, width: 10, height: 10 };
  assert.ok(crosses({ x: 0, y: 15 }, { x: 30, y: 15 }, box));
  assert.ok(crosses({ x: 12, y: 12 }, { x: 14, y: 14 }, box));
  assert.ok(!crosses({ x: 0, y: 15 }, { x: 9, y: 15 }, box));
  assert.ok(!crosses({ x: 0, y: 0 }, { x: 30, y: 5 }, box));
  assert.ok(!crosses({ x: 15, y: 0 }, { x: 15, y: 9 }, box));
});

test("a word too long for its room says that it goes on", () => {
  assert.equal(fitting("urbana", 200, 14), "urbana");
  const short = fitting("a-site-with-a-name-beyond-all-measure", 100, 14, true);
  assert.match(short, /^a-site-w.*…$/);
  assert.ok(roomOf(short, 14, true) <= 100);
});

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const html = readFileSync("build/page/page.html", "utf8");
const longNames = ["urbana-champaign", "MareNostrum-BSC", "san-diego", "a-name-beyond-all-measure"];

function recordingOf(sites: number): string {
  const lines = sampleLines({ sites, pesOfSite: 4, count: 6, cutAt: 4 }).map((line) =>
    longNames.reduce((text, name, i) => text.replaceAll(`"site${i}"`, `"${name}"`), line),
  );
  const packed = gzipSync(lines.join("\n")).toString("base64");
  const path = `${pictures}/sites-${sites}.html`;
  const element = `<script id="recording" type="x" data-name="sites">${packed}</script>`;
  writeFileSync(
    path,
    html.replace("<!-- recording -->", () => element),
  );
  return pathToFileURL(path).href;
}

/** As the browser has drawn them, in units of the drawing. */
function drawn(page: Page): Promise<{ names: Box[]; words: Box[]; lines: number[][] }> {
  return page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll<SVGGElement>(`#grid ${selector}`)].map((each) => {
        const { x, y, width, height } = each.getBBox();
        return { left: x, top: y, width, height };
      });
    const lines = [...document.querySelectorAll<SVGLineElement>("#grid line")].map((line) =>
      [line.x1, line.y1, line.x2, line.y2].map((end) => end.baseVal.value),
    );
    return { names: boxes(".name"), words: boxes(".words"), lines };
  });
}

for (const sites of [2, 3, 5, 8]) {
  test(`in a browser the names of ${sites} sites can be read at all widths`, async () => {
    const { page, wrong } = await openPage(browser, recordingOf(sites));
    await page.goto(recordingOf(sites));
    await page.waitForSelector("#grid");
    await page.focus("#slider");
    await page.keyboard.press("End");
    await page.waitForSelector("#grid .link.cut", { state: "attached" });
    for (const width of [800, 1280, 2560]) {
      for (const scheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        const { names, words, lines } = await drawn(page);
        assert.equal(names.length, sites);
        assert.equal(words.length, sites <= 5 ? lines.length : 0);
        for (const [i, name] of names.entries()) {
          for (const [k, other] of names.entries()) assert.ok(k === i || !overlap(name, other));
          for (const box of words) assert.ok(!overlap(name, box), `words on name ${i}`);
          for (const [x1, y1, x2, y2] of lines) {
            const isOn = crosses({ x: x1!, y: y1! }, { x: x2!, y: y2! }, name);
            assert.ok(!isOn, `a link on name ${i} at ${width} pixels`);
          }
        }
        for (const [i, box] of words.entries()) {
          for (const [k, other] of words.entries()) assert.ok(k === i || !overlap(box, other));
        }
        const isReadable = await page.evaluate(() => {
          const svg = document.querySelector("#grid svg")!.getBoundingClientRect();
          return (svg.width / 720) * 12 >= 11;
        });
        assert.ok(isReadable, `letters are too small at ${width} pixels`);
        const name = `sites-${sites}-${width}-${scheme}`;
        await page.locator("#grid svg").screenshot({ path: `${pictures}/${name}.png` });
      }
    }
    const told = await page.locator("#grid .link title").first().textContent();
    assert.match(told!, /^urbana-champaign and MareNostrum-BSC: 8 ms, cut, hidden .* latency=8ms/);
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
}

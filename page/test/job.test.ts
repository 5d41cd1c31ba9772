// page/test/job.test.ts: the page of a real job in a real browser: what happens there is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, picture } from "./browser.ts";
import { missing, startJob, startSimulation } from "./job.ts";

/** What was asked when the job ended, or has no time, is not answered, one way or another. */
const UNANSWERED =
  /ERR_(CONNECTION_[A-Z]+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)|status of 50[34]/;

const looks = [800, 2560].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme })),
);

/** Of what is shown now, at both widths and in both schemes; nothing is wider than the window. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await picture(page, `${name}-${width}-${scheme}`);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(over, 0, `at ${width} pixels it is wider than the window`);
  }
}

/** Until the text of `selector` is so. */
async function shows(page: Page, selector: string, text: RegExp): Promise<void> {
  await page.locator(selector, { hasText: text }).first().waitFor();
}

/** One of several, by the keyboard too. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.selectOption(`#set-${name}`, value);
  await page.press(`#set-${name}`, "Tab");
  await page.keyboard.press("Enter");
}

/** Virtual seconds, as the job tells them to the page; asked again where it had no time to. */
function virtualSeconds(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (;;) {
      const answer = await fetch("status");
      if (answer.status === 504) continue;
      return ((await answer.json()) as { status: { at_s: number } }).status.at_s;
    }
  });
}

/** When the step that goes on has ended, which takes as long as it takes: else there are events
    between two answers. */
async function standsStill(page: Page): Promise<number> {
  const end = Date.now() + 120_000;
  for (let last = -1; ;) {
    const now = await virtualSeconds(page);
    if (now === last) return now;
    assert.ok(Date.now() < end, "it does not stand still after a step");
    last = now;
  }
}

/** By the keyboard alone. */
async function set(page: Page, name: string, value: string): Promise<void> {
  await page.focus(`#set-${name}`);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(value);
  await page.keyboard.press("Enter");
}

test(
  "a job of two sites: a link is cut and heals, objects move, values are set, it ends",
  { skip: missing || false },
  async () => {
    const job = await startJob(resolve("build/page/page.html"));
    const browser = await openBrowser();
    try {
      const { page, wrong } = await openPage(browser, new URL("/", job.address).href);
      await page.goto(job.address);
      await page.locator("#grid .link.well").waitFor({ state: "attached" });
      await shows(page, "#heat", /of 4 PEs/);
      await shows(page, "#grid", /urbana\s*2 PEs/);

      job.link.cut();
      await page.locator("#grid .link.cut").waitFor({ state: "attached" });
      await shows(page, "#happened", /between_sites of \w+: 1 connection cut/);
      // Those across the link do not answer.
      await shows(page, "#waits", /2 PEs do not answer/);
      await pictures(page, "job-cut");

      job.link.mend();
      await page.locator("#grid .link.healed").waitFor({ state: "attached" });
      await shows(page, "#happened", /between_sites of \w+: 1 connection healed/);

      await shows(page, "#balancing", /none of 64 objects moves/);
      await set(page, "balancer", "greedy");
      await shows(page, "#answers", /balancer = greedy: done; takes effect at the next balancing/);
      await shows(page, "#balancing tr", /greedy[1-9]\d* of 64/);
      await shows(page, "#happened", /step \d+ \(greedy\): [1-9]\d* of 64 objects moved/);

      await set(page, "device", "between_sites:delay.latency=9ms");
      await shows(page, "#happened", /the chain is now delay latency=9ms/);
      await shows(page, "#grid .words", /9 ms/);

      await set(page, "tolerance", "2e-300");
      await shows(page, "#answers", /tolerance = 2e-300: done/);
      await shows(page, "#steering form", /tolerance.*Now: 2e-300/s);
      await set(page, "device", "between_sites:delay.latency=never");
      await shows(page, "#answers .bad", /device = \S+latency=never: .*never/);
      await pictures(page, "job-steered");

      await page.click("#stop");
      await page.click("text=Yes, end the job");
      assert.deepEqual(await job.ended(), [1, 1], job.said());
      await shows(page, "#notice.bad", /the job has ended: the user has stopped the job/);
      await shows(page, "#happened", /the job has ended: the user has stopped the job/);
      await page.keyboard.press("Home");
      await page.locator("#grid .link.well").waitFor({ state: "attached" });
      assert.deepEqual(
        wrong.filter((line) => !UNANSWERED.test(line)),
        [],
      );
    } catch (problem) {
      throw new Error(`${String(problem)}\nThe job said:\n${job.said()}`);
    } finally {
      await browser.close();
      await job.close();
    }
  },
);

test(
  "a simulation of 10,000 PEs is shown in virtual time, held, and goes on by steps, or at a pace",
  { skip: missing || false },
  async () => {
    const job = await startSimulation(resolve("build/page/page.html"));
    const browser = await openBrowser();
    try {
      const { page, wrong } = await openPage(browser, new URL("/", job.address).href);
      await page.goto(job.address);
      await shows(page, "header", /10,000 PEs, 10 sites/);
      await page.locator("#pes .strip").first().waitFor();
      // However long it takes to make the blocks: held before that, they would have done nothing.
      await shows(page, "#entries tr", /Block.*Block::\w+/);
      await choose(page, "pause", "yes");
      await shows(page, "#answers", /pause = yes: done/);
      await shows(page, "#steering form", /pause.*Now: yes/s);
      const before = await page.innerText("#moment");
      await set(page, "step", "5ms");
      await shows(page, "#answers", /step 5ms: done/);
      await page.waitForFunction(
        (held) => document.querySelector<HTMLElement>("#moment")?.innerText !== held,
        before,
      );
      // Of the whole grid: 10,000 PEs in ten processes, whose time is virtual.
      await page.locator("#processes tbody tr").nth(9).waitFor();
      await shows(page, "#processes tr", /site9.*\d\.\d\d/);
      await page.click("text=Ask everybody");
      await page.locator("#waits table").nth(1).waitFor();
      // A thousandth of a millisecond a second: as good as held, but for the event that is next.
      await set(page, "speed", "0.000001");
      await shows(page, "#steering form", /speed.*Now: 1e-06|speed.*Now: 0.000001/s);
      const held = await standsStill(page);
      await choose(page, "pause", "no");
      await shows(page, "#answers", /pause = no: done/);
      await page.waitForTimeout(5_000);
      const paced = (await virtualSeconds(page)) - held;
      assert.ok(paced < 0.0005, `${paced} s went by at a pace of 0.000001`);
      await pictures(page, "simulation");
      const slow = await page.innerText("#moment");
      await set(page, "speed", "0");
      await shows(page, "#steering form", /speed.*Now: 0\b/s);
      // For as much the pace would have taken a quarter of an hour.
      const begun = Date.now();
      while ((await virtualSeconds(page)) < held + paced + 0.001) {
        assert.ok(Date.now() < begun + 120_000, "it does not go on at full speed");
        await page.waitForTimeout(200);
      }
      await page.waitForFunction(
        (before) => document.querySelector<HTMLElement>("#moment")?.innerText !== before,
        slow,
      );
      // Nobody leaves a simulation, and no process of it ends alone.
      assert.equal(await page.locator("#leave").count(), 0);
      assert.equal(await page.locator("#end").count(), 0);
      await page.click("#stop");
      await page.click("text=Yes, end the job");
      assert.deepEqual(await job.ended(), [1], job.said());
      await shows(page, "#notice.bad", /the job has ended: the user has stopped the job/);
      assert.deepEqual(
        wrong.filter((line) => !UNANSWERED.test(line)),
        [],
      );
    } catch (problem) {
      throw new Error(`${String(problem)}\nThe job said:\n${job.said()}`);
    } finally {
      await browser.close();
      await job.close();
    }
  },
);

// page/test/model.test.ts: what figures are made of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rate, rise } from "../src/model/difference.ts";
import { happeningsBetween } from "../src/model/happenings.ts";
import { History } from "../src/model/history.ts";
import { latencyOfChain } from "../src/model/links.ts";
import { movedAgo } from "../src/model/moved.ts";
import { chosenPes } from "../src/model/pes.ts";
import { numberOf, picturesOf } from "../src/model/pictures.ts";
import { readRecording } from "../src/model/recording.ts";
import { hiddenOf, parts, sharesBetween } from "../src/model/shares.ts";
import { histogram, spreadOf } from "../src/model/spread.ts";
import { NoStatus, readAnswer, type Row } from "../src/model/status.ts";
import { viewOf } from "../src/model/view.ts";
import { bytesText, durationText, percentText } from "../src/model/words.ts";
import { sampleLines } from "./samples.ts";

const two = { sites: 2, pesOfSite: 10 };
const statuses = (sample: Parameters<typeof sampleLines>[0]) => sampleLines(sample).map(readAnswer);

test("a rate is the rise of a sum over the time between two rows", () => {
  assert.equal(rate({ at_s: 10, bytes: 500 }, { at_s: 12, bytes: 900 }, "bytes"), 200);
});

test("no rate is told where a sum began anew, is missing, or no time went by", () => {
  assert.equal(rate({ at_s: 10, bytes: 500 }, { at_s: 12, bytes: 100 }, "bytes"), null);
  assert.equal(rise(undefined, { at_s: 12, bytes: 100 }, "bytes"), null);
  assert.equal(rate({ at_s: 12, bytes: 50 }, { at_s: 12, bytes: 100 }, "bytes"), null);
});

const account = (wall: number, entry: number, other: number, idle: number) => ({
  ...{ wall_s: wall, entry_s: entry, runtime_s: 0, balancing_s: 0 },
  ...{ waited_same_site_s: 0, waited_other_sites_s: other, idle_s: idle },
});

test("parts of a PE's time sum up to 1; waits that began before count no more than is left", () => {
  const shares = sharesBetween(account(10, 5, 5, 0), account(12, 6, 25, 0))!;
  assert.equal(shares.entry, 0.5);
  assert.equal(shares.waited_other_sites, 0.5);
  assert.ok(Math.abs(parts.reduce((sum, part) => sum + shares[part], 0) - 1) < 1e-12);
});

test("what has not ended is idle, and an account that began anew tells nothing", () => {
  assert.equal(sharesBetween(account(10, 5, 5, 0), account(12, 5, 5, 0))!.idle, 1);
  assert.equal(sharesBetween(account(10, 5, 5, 0), account(2, 1, 1, 0)), null);
});

test("hidden latency is work, of the time of work and of waiting for other sites", () => {
  assert.equal(hiddenOf(3, 1), 0.75);
  assert.equal(hiddenOf(0, 0), null);
  const [before, after] = statuses({ ...two, count: 2 });
  const view = viewOf(before!, after!);
  assert.ok(Math.abs(view.sites[0]!.hidden! - 0.45) < 1e-9); // 0, 10, ... 90 % of work
  assert.equal(view.pairs.length, 1);
  assert.equal(view.pairs[0]!.hiddenOne, view.sites[0]!.hidden);
});

test("of many PEs those are chosen that work most and least, of equal ones the first", () => {
  const [before, after] = statuses({ sites: 2, pesOfSite: 20, count: 2 });
  const { pes } = viewOf(before!, after!);
  // PE p works (p mod 10) tenths of its time.
  const chosen = (most: number) => chosenPes(pes, most).map((pe) => pe.pe);
  assert.deepEqual(chosen(5), [0, 9, 10, 19, 29]);
  assert.deepEqual(
    chosen(11),
    [0, 8, 9, 10, 18, 19, 20, 29, 30, 39, 1].sort((a, b) => a - b),
  );
  const alike = pes.map((pe) => ({ ...pe, shares: pes[0]!.shares }));
  assert.deepEqual(
    chosenPes(alike, 4).map((pe) => pe.pe),
    [0, 1, 2, 3],
  );
  assert.equal(chosen(40).length, 40);
});

test("many figures are told as least, median, most", () => {
  assert.deepEqual(spreadOf([5, 1, 3, 11]), { count: 4, least: 1, median: 4, most: 11, sum: 20 });
  assert.equal(spreadOf([]), null);
  assert.deepEqual(histogram([0, 0.5, 1, 1], 0, 1, 2), [1, 3]);
});

test("where not all PEs have rows, a site is what the job says of all of them", () => {
  const line = JSON.parse(sampleLines({ ...two, count: 2 })[1]!);
  const of = { process: 0, site: "site0", of: "pes", count: 5000 };
  line.status.bounds = { pes: { of: 10_000, told: 20 } };
  line.status.panels.spread = [
    { ...of, figure: "work", least: 0, median: 0.5, most: 1, sum: 2000 },
    { ...of, figure: "idle", least: 0, median: 0.5, most: 1, sum: 3000 },
    { ...of, figure: "objects", least: 1, median: 2, most: 3, sum: 10_000 },
  ];
  const site = viewOf(null, readAnswer(JSON.stringify(line))).sites[0]!;
  assert.equal(site.pes, 5000);
  assert.equal(site.objects, 10_000);
  assert.equal(site.shares!.entry, 0.4);
});

test("a link that is cut is told, and that it has healed", () => {
  const [, well, cut, healed] = statuses({ ...two, count: 4, cutAt: 2, healedAt: 3 });
  assert.equal(viewOf(well!, cut!).pairs[0]!.state, "cut");
  assert.equal(viewOf(cut!, healed!).pairs[0]!.state, "healed");
  const told = happeningsBetween(well!, cut!).map((each) => each.text);
  assert.deepEqual(told[0], "between_sites of site0: 1 connection cut");
  const after = happeningsBetween(cut!, healed!).map((each) => each.text);
  assert.equal(after[0], "between_sites of site0: 1 connection healed, 5 frames sent again");
});

test("of three sites, a pair is cut where both of its ends are", () => {
  const [before, after] = [1, 2].map((i) => {
    const line = JSON.parse(sampleLines({ sites: 3, pesOfSite: 1, count: 3, cutAt: 2 })[i]!);
    line.status.panels.links[2].connections_cut = 0;
    return readAnswer(JSON.stringify(line));
  });
  const states = viewOf(before!, after!).pairs.map(
    (pair) => `${pair.one} ${pair.other} ${pair.state}`,
  );
  assert.deepEqual(states, ["site0 site1 cut", "site0 site2 well", "site1 site2 well"]);
});

test("a chain's own delay is read", () => {
  assert.equal(latencyOfChain("crypt | delay latency=8ms | tcp"), 0.008);
  assert.equal(latencyOfChain("tcp"), null);
});

test("a program's rest is told at its pace", () => {
  const last = statuses({ ...two, count: 11 })[10]!;
  assert.equal(viewOf(null, last).program!.leftS, (900 * 5) / 100);
});

test("a recording is read whole, and a wrong line is named", async () => {
  const lines = sampleLines({ ...two, count: 3 });
  const history = new History();
  await readRecording(lines.join("\n"), history, () => {});
  assert.equal(history.length, 3);
  await assert.rejects(
    readRecording(`${lines[0]}\n{"ok": true}\n`, new History(), () => {}),
    (problem) => problem instanceof NoStatus && problem.message.startsWith("line 2 is no answer"),
  );
  await assert.rejects(
    readRecording("\n", new History(), () => {}),
    NoStatus,
  );
});

test("what is no answer of a job is refused, whatever it is", () => {
  const wrong = [
    "",
    "7",
    "null",
    "[]",
    "{}",
    '{"status": 3}',
    '{"status": {"panels": {"pes": 1}}}',
  ];
  for (const text of wrong) assert.throws(() => readAnswer(text), NoStatus);
});

test("a history keeps no more than it may", () => {
  const lines = sampleLines({ ...two, count: 20 });
  const history = new History(5 * lines[1]!.length);
  for (const line of lines) history.append(line);
  assert.ok(history.length >= 4 && history.length <= 5);
  assert.equal(history.moments.length, history.length);
});

test("the end comes also at the time of the answer before it", () => {
  const [line] = sampleLines({ ...two, count: 1 });
  const history = new History();
  history.append(line!);
  assert.equal(history.append(line!), null);
  const last = line!.replace('"panels"', '"ended":{"failure":"PE 1 is lost"},"panels"');
  assert.equal(history.append(last)?.ended, "PE 1 is lost");
  assert.deepEqual(
    history.happenings.map(({ kind, text, isBad }) => [kind, text, isBad]),
    [["end", "the job has ended: PE 1 is lost", true]],
  );
});

test("what other processes sent as the job ended is not known, and told as nothing known", () => {
  const lines = sampleLines({ ...two, count: 3 });
  const last = JSON.parse(lines[2]!) as { status: { ended?: object; panels: { links: Row[] } } };
  const before = JSON.parse(lines[1]!) as typeof last;
  last.status.ended = { failure: null };
  last.status.panels.links[1] = { ...before.status.panels.links[1]!, at_s: 101 };
  const history = new History();
  for (const line of [lines[0]!, lines[1]!, JSON.stringify(last)]) history.append(line);
  const out = history.view(2).links.map((link) => link.outBytes);
  assert.deepEqual(out, [1_000_000, null]);
  assert.deepEqual(
    history.moments.map((moment) => [...moment.out.values()]),
    [[], [2_000_000], []],
  );
});

test("a picture's letters are shares of what lies between its least and its most", () => {
  const [status] = statuses({ ...two, count: 1 });
  const row = { at_s: 9, set_at_s: 7, name: "phi", columns: 2, cells: "A_.g", least: -1, most: 2 };
  const [picture] = picturesOf({ ...status!, panels: { pictures: [row] } });
  assert.deepEqual(picture!.cells, [0, 1, null, 32 / 63]);
  assert.deepEqual([picture!.columns, picture!.rows, picture!.ageS], [2, 2, 2]);
  assert.equal(numberOf(picture!, 1), 2);
  assert.equal(numberOf(picture!, 0), -1);
  // What is no picture is left out, and the rest of the page is there.
  for (const cells of ["", "ABC"]) {
    assert.deepEqual(picturesOf({ ...status!, panels: { pictures: [{ ...row, cells }] } }), []);
  }
});

test("objects have moved where they became other ones, or others have left", () => {
  const history = new History();
  const lines = sampleLines({ ...two, count: 6, balancedAt: 3 });
  for (const line of lines) history.append(line);
  const ago = movedAgo(history.moments);
  assert.deepEqual([...ago], [[0, 1]]); // answers 3 and 5 are a second apart
  assert.equal(movedAgo(history.moments.slice(0, 3)).size, 0);
  assert.equal(movedAgo([]).size, 0);
});

test("figures are written as people read them", () => {
  assert.equal(bytesText(29_432_866), "29.4 MB");
  assert.equal(durationText(0.008), "8 ms");
  assert.equal(durationText(200), "3 min 20 s");
  assert.equal(percentText(0.005), "0.5 %");
});

// page/test/samples.ts: a job's answers in the form of the job's own writer, made up to any size.

export interface Sample {
  readonly sites: number;
  readonly pesOfSite: number;
  /** Of each answer: its number from 0. */
  readonly count: number;
  /** Between these answers the link is cut. */
  readonly cutAt?: number;
  readonly healedAt?: number;
  /** From this one on there is a balancing step. */
  readonly balancedAt?: number;
}

/** Lines like those of `to_json` (src/isthmus/watch/status_json.cpp) in a door's answer: half a
    second apart; PE p works (p mod 10) tenths of its time, and waits for another site else. */
export function sampleLines(sample: Sample): string[] {
  return Array.from({ length: sample.count }, (_, i) => JSON.stringify(answerOf(sample, i)));
}

function answerOf(sample: Sample, i: number) {
  const at_s = 100 + i / 2;
  const wall_s = i / 2;
  const names = Array.from({ length: sample.sites }, (_, site) => `site${site}`);
  const count = sample.sites * sample.pesOfSite;
  const siteOf = (pe: number) => names[Math.floor(pe / sample.pesOfSite)]!;
  const pes = Array.from({ length: count }, (_, pe) => {
    const share = ((pe + i) % 10) / 10;
    const entry_s = sumOfWork(pe, i);
    return {
      ...{
        pe,
        process: Math.floor(pe / sample.pesOfSite),
        site: siteOf(pe),
        at_s,
        wall_s,
        entry_s,
      },
      ...{ runtime_s: 0, balancing_s: 0, waited_same_site_s: 0 },
      ...{ waited_other_sites_s: wall_s - entry_s, idle_s: 0 },
      ...{ objects: 100 + (pe % 7), queued: Math.round(share * 10), queued_bytes: 640 },
      ...{ arrived_bytes: 0, messages_executed: 1000 * i, border: pe % 3 },
      migrations: pe === 0 && i >= (sample.balancedAt ?? Infinity) ? 12 : 0,
    };
  });
  const isCut = i >= (sample.cutAt ?? Infinity);
  const isHealed = i >= (sample.healedAt ?? Infinity);
  const links = names.map((site, process) => ({
    ...{ process, site, at_s, class: "between_sites", joins: "sites" },
    ...{ chain: "delay latency=8ms | tcp", frames_sent: 100 * i, bytes_sent: 500_000 * i },
    ...{ frames_received: 100 * i, bytes_received: 500_000 * i, peers_lost: 0 },
    ...{ connections_cut: isCut ? 1 : 0, connections_resumed: isHealed ? 1 : 0 },
    ...{ connections_stalled: 0, frames_resent: isHealed ? 5 : 0 },
    ...{ compress_bytes_before: 0, compress_bytes_after: 0 },
  }));
  const step = {
    ...{ process: 0, site: "site0", at_s, number: 1, strategy: "grid_comm", objects: 256 },
    ...{ moved: 12, moved_bytes: 98_304, load_max_s: 2, load_mean_s: 1.4 },
    ...{ expected_load_max_s: 1.5, measured_load_max_s: 1.5 },
    text: "12 of 256 objects moved, the most loaded PE was 43 % above the mean",
  };
  return {
    ok: true,
    job: "sample",
    program: "jacobi2d",
    status: {
      at_s,
      pes: count,
      sites: names,
      silent: [],
      panels: {
        pes,
        links,
        program: [
          {
            ...{ pe: 0, process: 0, site: "site0", at_s, phase: "time steps", phase_began_s: 100 },
            ...{ done: 10 * i, of: 1000, done_at_s: at_s, first_done: 0, first_at_s: 100 },
          },
        ],
        pictures: [
          {
            ...{ process: 0, site: "site0", at_s, name: "phi, z = 0", set_at_s: at_s - 0.25 },
            ...{ columns: 24, of_columns: 48, of_rows: 32, least: -1, most: 2, cells: waves(i) },
          },
        ],
        results: [{ process: 0, site: "site0", at_s, name: "residual", value: 1 / (i + 1) }],
        processes: names.map((site, process) => ({
          ...{ process, site, at_s, host: "node", pid: "7" },
          ...{ resident_bytes: 5e7, peak_resident_bytes: 6e7, user_s: i / 2, system_s: 0 },
        })),
        balancing_steps: i >= (sample.balancedAt ?? Infinity) ? [step] : [],
        something_new: [{ process: 0, site: "site0", at_s, colour: "green" }],
      },
    },
  };
}

/** 24 x 16 cells, of which the first one is none. */
function waves(i: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const letter = (cell: number) => {
    const r = Math.hypot((cell % 24) - 12, Math.floor(cell / 24) - 8);
    return letters[Math.round(31.5 * (1 + Math.cos(r / 2 - i / 4)))];
  };
  return "." + Array.from({ length: 24 * 16 - 1 }, (_, cell) => letter(cell + 1)).join("");
}

function sumOfWork(pe: number, i: number): number {
  let sum = 0;
  for (let k = 0; k < i; ++k) sum += (((pe + k) % 10) / 10) * 0.5;
  return sum;
}

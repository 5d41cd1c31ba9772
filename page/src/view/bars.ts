// page/src/view/bars.ts: the three bars of every PE (Neff 1995, 5.4.3), the first one over time.
import { html } from "htm/preact";
import { useCanvas } from "../draw/canvas.ts";
import { partColours } from "../draw/colours.ts";
import { drawStrip } from "../draw/strip.ts";
import type { Moment } from "../model/moment.ts";
import { chosenPes, pesTold, type PeView } from "../model/pes.ts";
import { hidden, partNames, type Shares } from "../model/shares.ts";
import type { SiteView } from "../model/sites.ts";
import type { Spread } from "../model/spread.ts";
import type { View } from "../model/view.ts";
import { countText, durationText, numberText, percentText } from "../model/words.ts";
import { Legend } from "./legend.ts";
import { Panel } from "./panel.ts";

const pesMost = 64;
/** Answers in a strip. */
export const stripLength = 60;

interface BarsProps {
  readonly view: View;
  /** Those up to the one that is shown. */
  readonly moments: readonly Moment[];
}

export function Bars({ view, moments }: BarsProps) {
  const { told, of } = pesTold(view.status);
  const isMany = of > pesMost;
  const last = moments.slice(-stripLength);
  const spanS = last.length > 1 ? last[last.length - 1]!.at - last[0]!.at : 0;
  const pes = chosenPes(view.pes, isMany ? 16 : pesMost);
  const which =
    told < of
      ? "of those that the job tells of, which work most and least or have most to do"
      : "those that work most and least";
  const note =
    `Bars from left to right: the last ${durationText(spanS)}; how long it had nothing to do, in` +
    ` all; messages handled, in all.` +
    (isMany
      ? ` ${numberText(of)} PEs: sites with all of theirs, and ${pes.length} PEs` +
        ` since the last answer, ${which}.`
      : "");
  return html`<${Panel} id="pes" title="Processing elements" note=${note} size="wide">
    <${Legend} />
    ${isMany && html`<${SiteRows} sites=${view.sites} moments=${last} />`}
    <${PeRows} pes=${pes} moments=${last} />
  <//>`;
}

function SiteRows({ sites, moments }: { sites: readonly SiteView[]; moments: readonly Moment[] }) {
  return html`<div class="scroll">
    <table class="bars">
      <thead>
        <tr>
          <th scope="col">site</th>
          <th scope="col">mean of its PEs</th>
          <th scope="col">work: least, median, most</th>
          <th scope="col">waits for others</th>
          <th scope="col">idle</th>
        </tr>
      </thead>
      <tbody>
        ${sites.map(
          (site) =>
            html`<tr>
              <th scope="row">${site.site}<small>${countText(site.pes, "PE", "PEs")}</small></th>
              <td>
                <${Strip} columns=${stripOf(moments, (m) => m.sites.get(site.site)?.shares)} />
              </td>
              <td><${Range} spread=${site.spreads.get("entry")} colour=${partColours.entry} /></td>
              <td>
                <${Range}
                  spread=${site.spreads.get("waited_other_sites")}
                  colour=${partColours.waited_other_sites}
                />
              </td>
              <td><${Range} spread=${site.spreads.get("idle")} colour="var(--quiet)" /></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function stripOf(
  moments: readonly Moment[],
  sharesOf: (moment: Moment) => Shares | null | undefined,
): (Shares | null)[] {
  const columns = moments.map((moment) => sharesOf(moment) ?? null);
  return [...new Array<null>(Math.max(0, stripLength - columns.length)).fill(null), ...columns];
}

/** Of many PEs, what each did before is not kept. */
function stripOfPe(pe: PeView, moments: readonly Moment[]): (Shares | null)[] {
  const isKept = moments.some((moment) => moment.pes.has(pe.pe));
  return isKept ? stripOf(moments, (moment) => moment.pes.get(pe.pe)) : [pe.shares];
}

function Strip({ columns }: { columns: readonly (Shares | null)[] }) {
  const canvas = useCanvas((context, width, height) => drawStrip(context, width, height, columns));
  const last = columns[columns.length - 1];
  const words = last
    ? `work ${percentText(last.entry)}, idle ${percentText(last.idle)}`
    : "not known";
  return html`<canvas class="strip" ref=${canvas} role="img" aria-label=${words}></canvas>`;
}

/** From the least to the most, with a mark at the median. */
function Range({ spread, colour }: { spread: Spread | undefined; colour: string }) {
  if (spread === undefined) return "-";
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const { least, median, most } = spread;
  const words = [least, median, most].map(percentText).join(", ");
  return html`<div class="bar" title=${words}>
      <i style="left:${percent(least)};width:${percent(most - least)};background:${colour}"></i>
      <b style="left:${percent(median)}"></b>
    </div>
    <small>${words}</small>`;
}

function PeRows({ pes, moments }: { pes: readonly PeView[]; moments: readonly Moment[] }) {
  const idleMost = Math.max(1e-9, ...pes.map((pe) => pe.idleS + pe.waitedOwnS + pe.waitedOthersS));
  const messagesMost = Math.max(1, ...pes.map((pe) => pe.messages));
  return html`<div class="scroll">
    <table class="bars">
      <thead>
        <tr>
          <th scope="col">PE</th>
          <th scope="col">computation</th>
          <th scope="col">nothing to do, in all</th>
          <th scope="col">messages, in all</th>
          <th scope="col" class="number">work</th>
          <th scope="col" class="number">hidden</th>
          <th scope="col" class="number">objects</th>
          <th scope="col" class="number">queued</th>
        </tr>
      </thead>
      <tbody>
        ${pes.map(
          (pe) =>
            // No key: others are chosen with each answer, and their canvases are drawn again.
            html`<tr>
              <th scope="row">${pe.pe}<small>${pe.site}</small></th>
              <td><${Strip} columns=${stripOfPe(pe, moments)} /></td>
              <td><${IdleBar} pe=${pe} most=${idleMost} /></td>
              <td><${MessageBar} pe=${pe} most=${messagesMost} /></td>
              <td class="number">${percentText(pe.shares?.entry ?? null)}</td>
              <td class="number">${percentText(pe.shares === null ? null : hidden(pe.shares))}</td>
              <td class="number">${numberText(pe.objects)}</td>
              <td class="number">${numberText(pe.queued)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function IdleBar({ pe, most }: { pe: PeView; most: number }) {
  const pieces = [
    ["waited_other_sites", pe.waitedOthersS],
    ["waited_same_site", pe.waitedOwnS],
    ["idle", pe.idleS],
  ] as const;
  const words = pieces.map(([part, seconds]) => `${partNames[part]} ${durationText(seconds)}`);
  const whole = pe.waitedOthersS + pe.waitedOwnS + pe.idleS;
  return html`<div class="bar stacked" title=${words.join(", ")}>
      ${pieces.map(
        ([part, seconds]) =>
          html`<i style="width:${(100 * seconds) / most}%;background:${partColours[part]}"></i>`,
      )}
    </div>
    <small>${durationText(whole)}</small>`;
}

function MessageBar({ pe, most }: { pe: PeView; most: number }) {
  const rate = pe.messagesPerS === null ? "" : `${numberText(Math.round(pe.messagesPerS))}/s`;
  return html`<div class="bar">
      <i style="left:0;width:${(100 * pe.messages) / most}%;background:#009E73"></i>
    </div>
    <small>${numberText(pe.messages)} ${rate}</small>`;
}

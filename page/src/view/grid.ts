// page/src/view/grid.ts: sites, the links between them, and what of their latency is hidden.
import { html } from "htm/preact";
import { partColours } from "../draw/colours.ts";
import { fitting, roomOf } from "../draw/letters.ts";
import { boxAround, planOf, planWidth, siteRadius, wordPlaces } from "../draw/plan.ts";
import type { Place, Plan, SitePlan, Words } from "../draw/plan.ts";
import type { LinkView, PairView } from "../model/links.ts";
import { parts, type Shares } from "../model/shares.ts";
import type { SiteView } from "../model/sites.ts";
import type { View } from "../model/view.ts";
import { countText, durationText, numberText, percentText, rateText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

const sitesDrawn = 12;
const labelsMost = 10;
const chainMost = 48;
const small = 12;
const large = 14;

export function Grid({ view }: { view: View }) {
  const { sites, pairs, links } = view;
  const drawn = sites.slice(0, sitesDrawn);
  const numbers = new Map(drawn.map((site, i) => [site.site, i]));
  const shown = pairs.filter((pair) => numbers.has(pair.one) && numbers.has(pair.other));
  const plan = planOf(drawn.length);
  const ends = shown.map((pair) => [numbers.get(pair.one)!, numbers.get(pair.other)!] as const);
  const told =
    shown.length > labelsMost ? [] : shown.map((pair, i) => linesOf(pair, ends[i]!, plan));
  const places = told.length > 0 ? wordPlaces(plan, ends, told.map(roomOfLines)) : [];
  const note =
    sites.length > drawn.length
      ? `${drawn.length} of ${numberText(sites.length)} sites are drawn; the table has all.`
      : undefined;
  return html`<${Panel} id="grid" title="The grid" note=${note} size="wide">
    <svg viewBox="0 0 ${planWidth} ${plan.height}" role="img" aria-label=${wordsOf(view)}>
      ${shown.map((pair, i) => html`<${Link} pair=${pair} ends=${ends[i]} plan=${plan} />`)}
      ${drawn.map((site, i) => html`<${Site} site=${site} at=${plan.sites[i]} />`)}
      ${shown.map((pair, i) => {
        const place = places[i];
        return place && html`<${LinkWords} pair=${pair} lines=${told[i]} place=${place} />`;
      })}
    </svg>
    <${Table} label="sites" columns=${siteColumns} rows=${sites} />
    ${links.length > 0 && html`<${Table} label="links" columns=${linkColumns} rows=${links} />`}
  <//>`;
}

function wordsOf(view: View): string {
  const pairs = view.pairs.slice(0, labelsMost).map((pair) => {
    const hidden = `hidden ${percentText(pair.hiddenOne)} and ${percentText(pair.hiddenOther)}`;
    return `${pair.one} and ${pair.other}: ${pair.state}, ${hidden}`;
  });
  return [countText(view.sites.length, "site", "sites"), ...pairs].join("; ");
}

type Ends = readonly [number, number];

function Link({ pair, ends, plan }: { pair: PairView; ends: Ends; plan: Plan }) {
  const one = plan.sites[ends[0]]!;
  const other = plan.sites[ends[1]]!;
  const hidden = `hidden ${percentText(pair.hiddenOne)} and ${percentText(pair.hiddenOther)}`;
  const latency = pair.latencyS === null ? [] : [durationText(pair.latencyS)];
  const words = [...latency, pair.state, hidden, pair.chain].join(", ");
  return html`<line class="link ${pair.state}" x1=${one.x} y1=${one.y} x2=${other.x} y2=${other.y}>
    <title>${pair.one} and ${pair.other}: ${words}</title>
  </line>`;
}

interface Line {
  readonly text: string;
  readonly class: "strong" | "small" | "quiet";
}

/** What is written at a link; of more than two sites, what either hides is on its side. */
function linesOf(pair: PairView, [one, other]: Ends, plan: Plan): Line[] {
  const first = [
    pair.latencyS === null ? "" : durationText(pair.latencyS),
    pair.bytes === null ? "" : rateText(pair.bytes),
    pair.state,
  ].filter((word) => word !== "");
  const isAlone = plan.sites.length <= 2;
  const hidden = [
    [pair.hiddenOne, pair.one],
    [pair.hiddenOther, pair.other],
  ] as const;
  const told = hidden.map(([share, site]) =>
    isAlone ? `${percentText(share)} at ${fitting(site, halfRoom, small)}` : percentText(share),
  );
  if (plan.sites[one]!.x > plan.sites[other]!.x) told.reverse();
  const lines: Line[] = [
    { text: first.join(" · "), class: "strong" },
    { text: `hidden ${told.join(isAlone ? ", " : " | ")}`, class: "small" },
  ];
  const chain =
    pair.chain.length > chainMost ? `${pair.chain.slice(0, chainMost - 1)}…` : pair.chain;
  return isAlone ? [...lines, { text: chain, class: "quiet" }] : lines;
}

/** Of a site's name where two of them are in one line. */
const halfRoom = 110;
const lineHeight = 17;

function roomOfLines(lines: readonly Line[]): Words {
  const rooms = lines.map((line) => {
    const isStrong = line.class === "strong";
    return roomOf(line.text, isStrong ? large : small, isStrong);
  });
  return { width: Math.max(...rooms), height: lineHeight * lines.length };
}

interface LinkWordsProps {
  readonly pair: PairView;
  readonly lines: readonly Line[];
  readonly place: Place;
}

function LinkWords({ pair, lines, place }: LinkWordsProps) {
  const { left, top, width, height } = boxAround(place, roomOfLines(lines));
  // Three lines are those of a link that is alone, which runs between the first two.
  const isAlone = lines.length > 2;
  const yOf = (i: number) =>
    isAlone ? place.y + (i === 0 ? -10 : 18 + lineHeight * (i - 1)) : top + lineHeight * i + 13;
  return html`<g class="words ${pair.state}" text-anchor="middle">
    ${!isAlone && html`<rect x=${left} y=${top} width=${width} height=${height} class="ground" />`}
    ${lines.map(
      (line, i) => html`<text x=${place.x} y=${yOf(i)} class=${line.class}>${line.text}</text>`,
    )}
  </g>`;
}

function Site({ site, at }: { site: SiteView; at: SitePlan }) {
  const pes = countText(site.pes, "PE", "PEs");
  const name = fitting(site.site, at.name.width, large, true);
  return html`<g class="named" text-anchor="middle">
    <g transform="translate(${at.x} ${at.y})">
      <circle r=${siteRadius} class="site" />
      ${site.shares !== null && html`<${Ring} shares=${site.shares} radius=${siteRadius - 6} />`}
      <text y="-2" class="strong">
        ${site.shares === null ? "-" : percentText(site.shares.entry)}
      </text>
      <text y="14" class="small">work</text>
    </g>
    <g class="name">
      <title>${site.site}</title>
      <text x=${at.x} y=${at.name.top + 15} class="strong">${name}</text>
      <text x=${at.x} y=${at.name.top + 32} class="small">
        ${pes} ${site.silent > 0 && html`<tspan class="bad">${site.silent} silent</tspan>`}
      </text>
    </g>
  </g>`;
}

/** The parts of a site's time around it. */
function Ring({ shares, radius }: { shares: Shares; radius: number }) {
  const around = 2 * Math.PI * radius;
  let begin = 0;
  return parts.map((part) => {
    const size = shares[part] * around;
    const dash = `${size} ${around - size}`;
    const offset = -begin;
    begin += size;
    return html`<circle
      r=${radius}
      transform="rotate(-90)"
      fill="none"
      stroke-width="9"
      style="stroke:${partColours[part]}"
      stroke-dasharray=${dash}
      stroke-dashoffset=${offset}
    />`;
  });
}

const siteColumns: readonly Column<SiteView>[] = [
  { name: "site", cell: (site) => site.site },
  { name: "PEs", cell: (site) => numberText(site.pes), isNumber: true },
  { name: "hidden", cell: (site) => percentText(site.hidden), isNumber: true },
  { name: "work", cell: (site) => percentText(site.shares?.entry ?? null), isNumber: true },
  {
    name: "waits for others",
    cell: (site) => percentText(site.shares?.waited_other_sites ?? null),
    isNumber: true,
  },
  { name: "idle", cell: (site) => percentText(site.shares?.idle ?? null), isNumber: true },
  { name: "objects", cell: (site) => numberText(site.objects), isNumber: true },
  { name: "queued", cell: (site) => numberText(site.queued), isNumber: true },
];

const linkColumns: readonly Column<LinkView>[] = [
  { name: "link", cell: (link) => link.class },
  { name: "of site", cell: (link) => link.site },
  { name: "state", cell: (link) => html`<${State} link=${link} />` },
  { name: "latency", cell: (link) => durationText(link.latencyS), isNumber: true },
  { name: "out", cell: (link) => rateText(link.outBytes), isNumber: true },
  { name: "in", cell: (link) => rateText(link.inBytes), isNumber: true },
  {
    name: "frames/s",
    cell: (link) => numberText(Math.round(link.outFrames ?? NaN)),
    isNumber: true,
  },
  { name: "resent", cell: (link) => numberText(link.resent), isNumber: true },
  {
    name: "ratio",
    cell: (link) => (link.ratio === null ? "" : link.ratio.toFixed(2)),
    isNumber: true,
  },
  { name: "chain", cell: (link) => html`<code>${link.chain}</code>` },
];

function State({ link }: { link: LinkView }) {
  const count =
    link.state === "cut" ? `${link.cut} ` : link.state === "lost" ? `${link.lost} ` : "";
  return html`<span class="state ${link.state}">${count}${link.state}</span>`;
}

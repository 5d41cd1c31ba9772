// page/src/view/grid.ts: sites, the links between them, and what of their latency is hidden.
import { html } from "htm/preact";
import { partColours } from "../draw/colours.ts";
import type { LinkView, PairView } from "../model/links.ts";
import { parts, type Shares } from "../model/shares.ts";
import type { SiteView } from "../model/sites.ts";
import type { View } from "../model/view.ts";
import { countText, durationText, numberText, percentText, rateText } from "../model/words.ts";
import { Panel } from "./panel.ts";
import { Table, type Column } from "./table.ts";

const sitesDrawn = 12;
const labelsMost = 10;
const width = 720;

interface Place {
  readonly x: number;
  readonly y: number;
}

export function Grid({ view }: { view: View }) {
  const { sites, pairs, links } = view;
  const drawn = sites.slice(0, sitesDrawn);
  const height = drawn.length <= 2 ? 210 : drawn.length <= 6 ? 470 : 640;
  const places = new Map(drawn.map((site, i) => [site.site, placeOf(i, drawn.length, height)]));
  const shown = pairs.filter((pair) => places.has(pair.one) && places.has(pair.other));
  const note =
    sites.length > drawn.length
      ? `${drawn.length} of ${numberText(sites.length)} sites are drawn; the table has all.`
      : undefined;
  return html`<${Panel} id="grid" title="The grid" note=${note} size="wide">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${wordsOf(view)}>
      ${shown.map((pair) => html`<${Link} pair=${pair} places=${places} />`)}
      ${drawn.map((site) => html`<${Site} site=${site} place=${places.get(site.site)} />`)}
      ${
        shown.length <= labelsMost &&
        shown.map((pair) => html`<${LinkWords} pair=${pair} places=${places} />`)
      }
    </svg>
    <${Table} label="sites" columns=${siteColumns} rows=${sites} />
    ${links.length > 0 && html`<${Table} label="links" columns=${linkColumns} rows=${links} />`}
  <//>`;
}

function placeOf(i: number, count: number, height: number): Place {
  if (count === 1) return { x: width / 2, y: height / 2 };
  if (count === 2) return { x: i === 0 ? 110 : width - 110, y: height / 2 - 12 };
  const angle = (2 * Math.PI * i) / count - Math.PI / 2;
  const x = width / 2 + (width / 2 - 90) * Math.cos(angle);
  return { x, y: height / 2 - 10 + (height / 2 - 66) * Math.sin(angle) };
}

function wordsOf(view: View): string {
  const pairs = view.pairs.slice(0, labelsMost).map((pair) => {
    const hidden = `hidden ${percentText(pair.hiddenOne)} and ${percentText(pair.hiddenOther)}`;
    return `${pair.one} and ${pair.other}: ${pair.state}, ${hidden}`;
  });
  return [countText(view.sites.length, "site", "sites"), ...pairs].join("; ");
}

function Link({ pair, places }: { pair: PairView; places: Map<string, Place> }) {
  const one = places.get(pair.one)!;
  const other = places.get(pair.other)!;
  return html`<line class="link ${pair.state}" x1=${one.x} y1=${one.y} x2=${other.x} y2=${other.y}>
    <title>${pair.one} and ${pair.other}: ${pair.chain}, ${pair.state}</title>
  </line>`;
}

function LinkWords({ pair, places }: { pair: PairView; places: Map<string, Place> }) {
  const one = places.get(pair.one)!;
  const other = places.get(pair.other)!;
  const x = (one.x + other.x) / 2;
  const y = (one.y + other.y) / 2;
  const first = [
    pair.latencyS === null ? "" : durationText(pair.latencyS),
    pair.bytes === null ? "" : rateText(pair.bytes),
    pair.state,
  ].filter((word) => word !== "");
  const isAlone = places.size <= 2;
  const hidden = [
    [pair.hiddenOne, pair.one],
    [pair.hiddenOther, pair.other],
  ] as const;
  const told = hidden.map(([share, site]) => percentText(share) + (isAlone ? ` at ${site}` : ""));
  const chain = pair.chain.length > 48 ? `${pair.chain.slice(0, 47)}…` : pair.chain;
  return html`<g class="words ${pair.state}" text-anchor="middle">
    <text x=${x} y=${y - 12} class="strong">${first.join(" · ")}</text>
    <text x=${x} y=${y + 18}>hidden ${told.join(isAlone ? ", " : " | ")}</text>
    ${isAlone && html`<text x=${x} y=${y + 38} class="quiet">${chain}</text>`}
  </g>`;
}

function Site({ site, place }: { site: SiteView; place: Place }) {
  const radius = 42;
  const pes = countText(site.pes, "PE", "PEs");
  return html`<g transform="translate(${place.x} ${place.y})">
    <circle r=${radius + 6} class="site" />
    ${site.shares !== null && html`<${Ring} shares=${site.shares} radius=${radius} />`}
    <text y="-2" text-anchor="middle" class="strong">
      ${site.shares === null ? "-" : percentText(site.shares.entry)}
    </text>
    <text y="14" text-anchor="middle" class="small">work</text>
    <text y=${radius + 24} text-anchor="middle">
      <tspan class="strong">${site.site.slice(0, 20)}</tspan>
      ${` ${pes}`}
      ${site.silent > 0 && html`<tspan class="bad">${` ${site.silent} silent`}</tspan>`}
    </text>
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

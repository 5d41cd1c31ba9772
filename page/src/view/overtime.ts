// page/src/view/overtime.ts: over time: hidden latency, links, memory, the program's values.
import { html } from "htm/preact";
import { Chart, type Curve } from "../draw/chart.ts";
import type { Moment } from "../model/moment.ts";
import { bytesText, numberText, percentText, rateText } from "../model/words.ts";
import { Panel } from "./panel.ts";

/** Answers in a chart: of more, the last ones before the shown one and some after it. */
const chartLength = 600;
const curvesMost = 6;

interface OvertimeProps {
  readonly moments: readonly Moment[];
  readonly now: number;
  readonly theme: string;
}

export function Overtime({ moments, now, theme }: OvertimeProps) {
  const begin = Math.max(0, Math.min(now - chartLength / 2, moments.length - chartLength));
  const shown = moments.slice(begin, begin + chartLength);
  const common = { times: shown.map((moment) => moment.at), now: now - begin, theme };
  const sites = [...(moments[now]?.sites.keys() ?? [])];
  const share = (of: (site: string, moment: Moment) => number | null): Curve[] =>
    sites.slice(0, curvesMost).map((site) => ({
      name: site,
      values: shown.map((moment) => of(site, moment)),
    }));
  const out = namesIn(shown, (moment) => moment.out);
  const results = namesIn(shown, (moment) => moment.results);
  const hidden = share((site, moment) => moment.sites.get(site)?.hidden ?? null);
  const work = share((site, moment) => moment.sites.get(site)?.shares?.entry ?? null);
  const memory = [
    { name: "processes that answer", values: shown.map((moment) => moment.residentBytes) },
  ];
  const left = sites.length - curvesMost;
  return html`<${Panel}
    id="overtime"
    title="Over time"
    size="wide"
    note=${left > 0 ? `The first ${curvesMost} of ${sites.length} sites have curves.` : undefined}
  >
    <div class="charts">
      ${
        sites.length > 1 &&
        html`<${Chart}
          title="latency hidden"
          curves=${hidden}
          words=${percentText}
          most=${1}
          ...${common}
        />`
      }
      <${Chart} title="work" curves=${work} words=${percentText} most=${1} ...${common} />
      ${
        out.length > 0 &&
        html`<${Chart}
          title="sent between sites"
          curves=${curvesOf(shown, out, (moment) => moment.out)}
          words=${rateText}
          ...${common}
        />`
      }
      ${
        shown.some((moment) => moment.residentBytes !== null) &&
        html`<${Chart} title="memory" curves=${memory} words=${bytesText} ...${common} />`
      }
      ${results.map(
        (name) =>
          html`<${Chart}
            key=${name}
            title=${name}
            curves=${curvesOf(shown, [name], (moment) => moment.results)}
            words=${numberText}
            ...${common}
          />`,
      )}
    </div>
  <//>`;
}

type Figures = (moment: Moment) => ReadonlyMap<string, number>;

function namesIn(moments: readonly Moment[], figures: Figures): string[] {
  const names = new Set<string>();
  for (const moment of moments) for (const name of figures(moment).keys()) names.add(name);
  return [...names].slice(0, curvesMost);
}

function curvesOf(moments: readonly Moment[], names: readonly string[], figures: Figures): Curve[] {
  return names.map((name) => ({
    name,
    values: moments.map((moment) => figures(moment).get(name) ?? null),
  }));
}

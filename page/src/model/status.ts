// page/src/model/status.ts: what a running job says of itself (docs/formats/status.md), as read.

export type Value = number | string | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** What can be changed, as the job's door lists it. */
export interface Verb {
  readonly name: string;
  readonly metavar: string;
  readonly what: string;
  readonly value: string | null;
  readonly takes_effect: string;
  readonly of: string;
  readonly kind?: string;
  readonly choices?: readonly string[];
  readonly least?: number | null;
  readonly most?: number | null;
  readonly whole?: boolean;
}

export interface Bound {
  readonly of: number;
  readonly told: number;
}

/** One answer. Rows are as the job wrote them; times are seconds of the answering clock. */
export interface Status {
  readonly job: string;
  readonly program: string;
  readonly at: number;
  readonly peCount: number;
  readonly sites: readonly string[];
  readonly silent: readonly Row[];
  readonly panels: Readonly<Record<string, readonly Row[]>>;
  readonly bounds: Readonly<Record<string, Bound>>;
  readonly verbs: readonly Verb[] | null;
  /** In the last answer of a job: "well", or why it failed, as a line. Empty while it runs. */
  readonly ended: string;
}

export class NoStatus extends Error {}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new NoStatus(`${what} is no object`);
  }
  return value as Fields;
}

function rowsOf(value: unknown, what: string): Row[] {
  if (!Array.isArray(value)) throw new NoStatus(`${what} is no array`);
  for (const row of value) fieldsOf(row, `a row of ${what}`);
  return value as Row[];
}

function finite(value: unknown, what: string): number {
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new NoStatus(`${what} is no number`);
  return value;
}

/** The door's answer to `status`, one JSON object. Throws NoStatus with one line that says why it
    is none. */
export function readAnswer(text: string): Status {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NoStatus("it is no JSON");
  }
  const fields = fieldsOf(answer, "it");
  if (fields.ok === false) throw new NoStatus(String(fields.error ?? "the job refuses"));
  if (fields.status === undefined) throw new NoStatus('it has no "status"');
  const status = fieldsOf(fields.status, '"status"');
  const panels: Record<string, Row[]> = {};
  for (const [name, rows] of Object.entries(fieldsOf(status.panels, '"panels"'))) {
    panels[name] = rowsOf(rows, `"${name}"`);
  }
  for (const row of panels.pes ?? []) finite(row.pe, 'a "pe"');
  if (!Array.isArray(status.sites)) throw new NoStatus('"sites" is no array');
  return {
    job: String(fields.job ?? ""),
    program: String(fields.program ?? ""),
    at: finite(status.at_s, '"at_s"'),
    peCount: finite(status.pes, '"pes"'),
    sites: status.sites.map(String),
    silent: rowsOf(status.silent ?? [], '"silent"'),
    panels,
    bounds: fieldsOf(status.bounds ?? {}, '"bounds"') as Record<string, Bound>,
    verbs: Array.isArray(status.verbs) ? (status.verbs as Verb[]) : null,
    ended: status.ended === undefined ? "" : endOf(fieldsOf(status.ended, '"ended"')),
  };
}

function endOf(ended: Fields): string {
  return typeof ended.failure === "string" ? ended.failure : "well";
}

export function rowsOfPanel(status: Status, panel: string): readonly Row[] {
  return status.panels[panel] ?? [];
}

export function num(row: Row | undefined, key: string, otherwise = 0): number {
  const value = row?.[key];
  return typeof value === "number" ? value : otherwise;
}

/** Null where the row has no such number. */
export function maybe(row: Row | undefined, key: string): number | null {
  const value = row?.[key];
  return typeof value === "number" ? value : null;
}

export function text(row: Row | undefined, key: string): string {
  const value = row?.[key];
  return value === undefined || value === null ? "" : String(value);
}

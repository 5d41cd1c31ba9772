// page/src/draw/plan.ts: where sites, their names, and the words of links are drawn, so that names
// can be read: nothing crosses them.

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface SitePlan extends Place {
  /** Of its name and what is below that. */
  readonly name: Box;
}

export interface Words {
  readonly width: number;
  readonly height: number;
}

export interface Plan {
  readonly height: number;
  readonly sites: readonly SitePlan[];
  /** Of a site's name, at most. */
  readonly nameRoom: number;
}

export const planWidth = 720;
/** Of a site's circle with its rim. */
export const siteRadius = 48;
export const nameHeight = 38;
const nameGap = 8;
/** Half of a link's line, and some air. */
const lineRoom = 3;
const edge = 4;

/** Up to three sites of a row fill it with room at both ends. */
const nameRoomMost = 200;
/** How far a row bends: links between sites that are no neighbours pass below the one between. */
const bendMost = 70;
/** Between the rows, where their ends come closest. */
const rowGap = 196;

/** Sites in an upper row that is bent up and a lower one that is bent down. Names are outside of
    both: above the upper sites, below the lower ones. A link between two of a row never rises above
    the row, and the bend is so slight that one to a neighbour, which does rise, is still below the
    name where that ends. */
export function planOf(count: number): Plan {
  const upper = count <= 2 ? 0 : Math.floor(count / 2);
  const lower = count - upper;
  const room = Math.min(nameRoomMost, roomOfRow(lower));
  const bendUpper = bendOf(upper, room);
  const bendLower = bendOf(lower, room);
  const band = nameHeight + nameGap + siteRadius;
  const upperY = edge + band;
  const ends = upper === 0 ? edge + siteRadius : upperY + dropOf(0, upper, bendUpper) + rowGap;
  const lowerY = ends + dropOf(0, lower, bendLower);
  const sites: SitePlan[] = [];
  for (let i = 0; i < upper; ++i) {
    const place = { x: columnOf(i, upper), y: upperY + dropOf(i, upper, bendUpper) };
    sites.push({ ...place, name: nameOf(place, room, true) });
  }
  for (let i = 0; i < lower; ++i) {
    const place = { x: columnOf(i, lower), y: lowerY - dropOf(i, lower, bendLower) };
    sites.push({ ...place, name: nameOf(place, room, false) });
  }
  return { height: lowerY + band + edge, sites, nameRoom: room };
}

function nameOf(place: Place, room: number, isAbove: boolean): Box {
  const away = siteRadius + nameGap;
  const top = isAbove ? place.y - away - nameHeight : place.y + away;
  return { left: place.x - room / 2, top, width: room, height: nameHeight };
}

/** From the middle of one to that of the next. */
function stepOf(count: number): number {
  return count <= 3
    ? (planWidth - nameRoomMost - 2 * edge) / Math.max(1, count - 1)
    : planWidth / count;
}

function columnOf(i: number, count: number): number {
  return planWidth / 2 + (i - (count - 1) / 2) * stepOf(count);
}

/** Between two names of a row there is a space. */
function roomOfRow(count: number): number {
  return count === 1 ? nameRoomMost : stepOf(count) - 8;
}

function bendOf(count: number, room: number): number {
  if (count <= 2) return 0;
  // At the end of a name the steepest link, that to the outermost, is still below it.
  const rise = siteRadius + nameGap - lineRoom;
  return Math.min(bendMost, (rise * stepOf(count)) / ((room / 2) * (count - 2)));
}

/** By how much it lies closer to the other row than the middle of its row does. */
function dropOf(i: number, count: number, bend: number): number {
  const out = (at: number) => (at - (count - 1) / 2) ** 2;
  return bend * (out(i) - out((count - 1) >> 1));
}

/** Along a link, from its middle on. */
const along = [0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.24, 0.28, 0.32];

/** Where the words of each link between two `sites` are: none on names, circles, or others' words,
    and few on other links. Null where there is no such place. */
export function wordPlaces(
  plan: Plan,
  links: readonly (readonly [number, number])[],
  words: readonly Words[],
): (Place | null)[] {
  const found: (Place | null)[] = links.map(() => null);
  const names = plan.sites.flatMap((site) => [site.name, circleBox(site)]);
  let left = links.map(([one, other], i) => {
    const [from, to] = [plan.sites[one]!, plan.sites[other]!];
    const places = along
      .flatMap((off) => [0.5 - off, 0.5 + off])
      .map((share) => {
        const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
        const box = boxAround(place, words[i]!);
        const isCrossed = (link: readonly [number, number], k: number) =>
          k !== i && crosses(plan.sites[link[0]]!, plan.sites[link[1]]!, box);
        return { place, box, cost: links.filter(isCrossed).length + Math.abs(share - 0.5) };
      })
      .filter(({ box }) => isInside(box, plan) && !names.some((each) => overlap(each, box)))
      .sort((a, b) => a.cost - b.cost);
    return { i, places };
  });
  // Whoever has least to choose from is the first to choose.
  while (left.length > 0) {
    const next = left.reduce((a, b) => (b.places.length < a.places.length ? b : a));
    left = left.filter((each) => each !== next);
    const chosen = next.places[0];
    if (chosen === undefined) continue;
    found[next.i] = chosen.place;
    left = left.map(({ i, places }) => ({
      i,
      places: places.filter(({ box }) => !overlap(box, chosen.box)),
    }));
  }
  return found;
}

export function boxAround(place: Place, { width, height }: Words): Box {
  return { left: place.x - width / 2, top: place.y - height / 2, width, height };
}

export function circleBox({ x, y }: Place): Box {
  return boxAround({ x, y }, { width: 2 * siteRadius, height: 2 * siteRadius });
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Whether the line from `one` to `other` has a point in the box. */
export function crosses(one: Place, other: Place, box: Box): boolean {
  let begin = 0;
  let end = 1;
  for (const [from, to, least, most] of [
    [one.x, other.x, box.left, box.left + box.width],
    [one.y, other.y, box.top, box.top + box.height],
  ] as const) {
    const way = to - from;
    if (way === 0 && (from < least || from > most)) return false;
    if (way === 0) continue;
    const ends = [(least - from) / way, (most - from) / way].sort((a, b) => a - b);
    begin = Math.max(begin, ends[0]!);
    end = Math.min(end, ends[1]!);
  }
  return begin <= end;
}

function isInside(box: Box, plan: Plan): boolean {
  const right = box.left + box.width;
  return box.left >= 0 && right <= planWidth && box.top >= 0 && box.top + box.height <= plan.height;
}

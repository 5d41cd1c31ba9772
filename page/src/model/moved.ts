// page/src/model/moved.ts: how long ago objects came to a PE or left it.
import type { Moment } from "./moment.ts";

/** In seconds before the last of the moments, by PE: of those where it was seen. What came and went
    between two answers is seen where it changed how many have left, or how many are there. */
export function movedAgo(moments: readonly Moment[]): Map<number, number> {
  const ago = new Map<number, number>();
  const last = moments[moments.length - 1];
  if (last === undefined) return ago;
  for (let i = moments.length - 1; i > 0 && ago.size < last.objects.size; --i) {
    const after = moments[i]!;
    const before = moments[i - 1]!.objects;
    for (const [pe, now] of after.objects) {
      const then = before.get(pe);
      if (then === undefined || ago.has(pe)) continue;
      if (then.here !== now.here || then.left !== now.left) ago.set(pe, last.at - after.at);
    }
  }
  return ago;
}

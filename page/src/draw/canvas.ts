// page/src/draw/canvas.ts: a canvas that fits its place and the screen's points.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** A reference for a <canvas> that is drawn again with each rendering and when its width changes.
    `draw` gets the size in the page's points. */
export function useCanvas(draw: Draw) {
  const reference = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const canvas = reference.current!;
    const observer = new ResizeObserver(() => setWidth(canvas.clientWidth));
    observer.observe(canvas);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const canvas = reference.current!;
    const ratio = window.devicePixelRatio || 1;
    const shown = width || canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(shown * ratio)) canvas.width = Math.round(shown * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, shown, height);
    if (shown > 0 && height > 0) draw(context, shown, height); // else it has no place yet
  });
  return reference;
}

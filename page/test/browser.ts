// page/test/browser.ts: a real browser with the page, whose complaints fail the test.
import { existsSync, mkdirSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

const programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const program = process.env.ISTHMUS_CHROMIUM ?? programs.find((path) => existsSync(path));

/** Where pictures go, which are looked at and kept. */
export const pictures = process.env.ISTHMUS_PICTURES ?? "build/page/screenshots";

export async function openBrowser(): Promise<Browser> {
  mkdirSync(pictures, { recursive: true });
  return chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
}

export interface Look {
  readonly width?: number;
  readonly scheme?: "dark" | "light";
}

/** A page of its own, and what went wrong in it: errors, complaints of the console, and requests to
    anywhere but `origin`. */
export async function openPage(browser: Browser, origin: string, look: Look = {}) {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1280, height: 900 },
    colorScheme: look.scheme ?? "light",
    reducedMotion: "reduce",
  });
  // Machines that do much else beside it are slow, and nothing waits longer than it must.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) wrong.push(`asks ${url}`);
  });
  return { page, wrong };
}

export async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0)); // what sticks to the top is there
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

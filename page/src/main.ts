// page/src/main.ts: begins: a running job behind the page's address, a recording in it, or neither.
import { render } from "preact";
import { html } from "htm/preact";
import { Live } from "./live.ts";
import { readRecording, textOf, unpack } from "./model/recording.ts";
import { NoStatus } from "./model/status.ts";
import { Store } from "./store.ts";
import { Page } from "./view/page.ts";

const store = new Store();
const embedded = document.getElementById("recording");
const hasJob = location.protocol.startsWith("http") && embedded === null;
const live = hasJob ? new Live(store) : null;

async function replay(text: () => Promise<string>, name: string): Promise<void> {
  live?.close();
  store.begin("replay");
  store.tell(`reads ${name} ...`);
  try {
    await readRecording(await text(), store.history, (share) => {
      store.tell(`reads ${name}: ${Math.round(100 * share)} %`);
    });
    store.tell("");
    store.show(0);
  } catch (problem) {
    const line = problem instanceof NoStatus ? problem.message : "it cannot be read";
    store.begin("empty");
    store.tell(`${name}: ${line}`, true);
  }
}

function onFile(file: File): void {
  void replay(() => textOf(file), file.name);
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) onFile(file);
});

render(
  html`<${Page} store=${store} live=${live} onFile=${onFile} />`,
  document.getElementById("page")!,
);
if (live !== null) live.open();
else if (embedded !== null) {
  void replay(() => unpack(embedded.textContent ?? ""), embedded.dataset.name ?? "the recording");
}

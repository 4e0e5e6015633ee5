/** What runs in the page: reads every text under every cut, and leaves what came of it in the document. */
import { extract, extractStream } from "../../../src/json/index.ts";
import { outcomes, type Subject } from "./subject.ts";

declare const subjects: readonly Subject[];

/** Through a web stream, where there is one to be iterated over or not. */
async function streamed(): Promise<unknown> {
  const chunks = ['{"a":[1,', '"x"]}'];
  const source = () =>
    new ReadableStream<string>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  const types: string[] = [];
  const reader = source().pipeThrough(extractStream()).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) types.push(step.value.type);
  for await (const event of extract(source())) types.push(event.type);
  return types;
}

async function run(): Promise<unknown> {
  try {
    return { outcomes: subjects.map(outcomes), streamed: await streamed() };
  } catch (error) {
    return { failure: String(error) };
  }
}

run().then((report) => {
  const holder = document.createElement("div");
  holder.id = "report";
  holder.textContent = encodeURIComponent(JSON.stringify(report));
  document.body.append(holder);
});

/** Lays a prompt out as the model expects it and turns it into tokens. */
import type { ChatHistoryItem, JinjaTemplateChatWrapper, LlamaModel, Token } from "node-llama-cpp";
import type { Message } from "../engine.ts";
import { EngineError, messageOf, quote } from "../errors.ts";
import type { LlamaModule } from "./library.ts";

/**
 * Turns prompts into tokens.
 *
 * - Text is taken as it is, special tokens in it included; the beginning token is put before it if the model wants one.
 * - Messages go through the model's own chat template. Special tokens come from the template alone: the same characters
 *   inside a message stay characters, so a message can't end its own turn. The last message, if it is the assistant's,
 *   is continued.
 * - A template that leaves system messages out leaves them out here. One that refuses them gets their text at the head
 *   of the first user message.
 * - A model whose file says `sluice.prompt = task` was trained on one task at a time (the embedded model is one): it gets
 *   the last user message and what follows it, and nothing before.
 * - A model without a template gets the messages' texts, a blank line between them.
 */
export class PromptWriter {
  readonly #module: LlamaModule;
  readonly #model: LlamaModel;
  #template: ChatTemplate | undefined;

  readonly #takesTask: boolean;

  constructor(module: LlamaModule, model: LlamaModel) {
    this.#module = module;
    this.#model = model;
    const { sluice } = model.fileInfo.metadata as { readonly sluice?: { readonly prompt?: unknown } };
    this.#takesTask = sluice?.prompt === "task";
  }

  /** @throws {EngineError} `bad-option` for an empty or malformed prompt, `model-unsupported` for a broken template */
  tokens(prompt: string | readonly Message[]): Token[] {
    const tokens = typeof prompt === "string" ? this.#model.tokenize(prompt, true) : this.#lay(prompt);
    const { bos, shouldPrependBosToken } = this.#model.tokens;
    if (bos !== null && shouldPrependBosToken && tokens[0] !== bos) tokens.unshift(bos);
    if (tokens.length === 0) throw new EngineError("bad-option", "The prompt is empty.", "Give it some text.");
    return tokens;
  }

  #lay(messages: readonly Message[]): Token[] {
    for (const { role, content } of messages) {
      if (typeof content !== "string" || !["system", "user", "assistant"].includes(role)) {
        throw new EngineError(
          "bad-option",
          `A message has the role ${quote(role)}.`,
          "Use system, user or assistant, with text.",
        );
      }
    }
    const source = this.#model.fileInfo.metadata.tokenizer.chat_template;
    if (source === undefined || source.trim() === "") {
      return this.#model.tokenize(messages.map(({ content }) => content).join("\n\n"), false);
    }
    try {
      this.#template ??= new ChatTemplate(this.#module, source);
      return this.#template.lay(this.#takesTask ? lastTask(messages) : messages).tokenize(this.#model.tokenizer);
    } catch (thrown) {
      throw new EngineError(
        "model-unsupported",
        `The model's chat template can't lay these messages out: ${messageOf(thrown)}.`,
        "Lay the prompt out yourself and give it as text.",
        {},
        { cause: thrown },
      );
    }
  }
}

/** The last user message and what follows it; all messages if there is none. */
function lastTask(messages: readonly Message[]): readonly Message[] {
  return messages.slice(
    Math.max(
      0,
      messages.findLastIndex(({ role }) => role === "user"),
    ),
  );
}

/** A model's Jinja template, run by node-llama-cpp. */
class ChatTemplate {
  readonly #module: LlamaModule;
  readonly #source: string;
  readonly #wrapper: JinjaTemplateChatWrapper;
  #system: "shown" | "left out" | "refused" | undefined;

  constructor(module: LlamaModule, source: string) {
    this.#module = module;
    this.#source = source;
    this.#wrapper = this.#wrap(source, "auto");
  }

  lay(messages: readonly Message[]) {
    const [first] = messages;
    let turns = messages;
    if (first?.role === "system") {
      this.#system ??= this.#treatmentOfSystem();
      if (this.#system !== "shown") turns = messages.slice(1);
      if (this.#system === "refused") turns = withHead(first.content, turns);
    }
    return this.#wrapper.generateContextState({ chatHistory: turns.map(historyItem) }).contextText;
  }

  /**
   * node-llama-cpp checks a template as it wraps it, and refuses one that doesn't show a system message. Showing all
   * messages once more at the end tells whether the template merely left it out.
   */
  #treatmentOfSystem(): "shown" | "left out" | "refused" {
    if (this.#wraps(this.#source)) return "shown";
    return this.#wraps(`${this.#source}{% for m in messages %}{{ m['content'] }}{% endfor %}`) ? "left out" : "refused";
  }

  #wraps(source: string): boolean {
    try {
      this.#wrap(source, false);
      return true;
    } catch {
      return false;
    }
  }

  #wrap(template: string, convertSystem: "auto" | false): JinjaTemplateChatWrapper {
    return new this.#module.JinjaTemplateChatWrapper({
      template,
      convertUnsupportedSystemMessagesToUserMessages: convertSystem,
      // What follows keeps the output the template's own: no merged turns, no tool texts, no assumptions on thinking.
      joinAdjacentMessagesOfTheSameType: false,
      functionCallMessageTemplate: "noJinja",
      reasoning: null,
      additionalRenderParameters: { add_generation_prompt: true },
    });
  }
}

function withHead(head: string, turns: readonly Message[]): readonly Message[] {
  const index = turns.findIndex(({ role }) => role === "user");
  if (index < 0) return [{ role: "user", content: head }, ...turns];
  return turns.map((turn, i) => (i === index ? { ...turn, content: `${head}\n\n${turn.content}` } : turn));
}

function historyItem({ role, content }: Message): ChatHistoryItem {
  return role === "assistant" ? { type: "model", response: [content] } : { type: role, text: content };
}

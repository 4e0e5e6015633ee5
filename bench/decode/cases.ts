/** What is written in the benchmark: six contracts, from nearly all free text to nearly all forced. */

import { promptFor } from "../../src/contract/index.ts";
import type { Message } from "../../src/engine/index.ts";
import { planPrompt } from "../../src/plan/index.ts";
import { type Prepared, prepare, preparePlan } from "../../src/run/index.ts";
import type { JsonSchema } from "../../src/schema/index.ts";

/** A contract, made ready, and what is asked. */
export interface Case {
  readonly name: string;
  readonly prompt: readonly Message[];
  readonly grammar: string;
  readonly mask: Prepared["mask"];
}

const tools = ["sql", "shell", "search_web", "send_email"];

function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const text = (maxLength: number, minLength = 1): JsonSchema => ({ type: "string", minLength, maxLength });

/** Prose in a single value. */
const article = object({ title: text(80), body: text(700, 400) });

const person = object({
  name: text(40, 4),
  email: { type: "string", format: "email", maxLength: 40 },
  born: { type: "string", format: "date" },
  biography: text(240, 120),
  languages: { type: "array", items: text(20, 3), minItems: 2, maxItems: 4 },
});

const readings = object({
  readings: {
    type: "array",
    minItems: 6,
    maxItems: 8,
    items: object({
      time: { type: "string", format: "time" },
      celsius: { type: "number", minimum: -30, maximum: 45 },
      humidity: { type: "integer", minimum: 0, maximum: 100 },
    }),
  },
});

const ticket = object({
  summary: text(80, 20),
  category: { enum: ["billing", "delivery", "returns", "account", "other"] },
  priority: { enum: ["low", "medium", "high", "urgent"] },
  needs_human_attention: { type: "boolean" },
  customer_sentiment: { enum: ["angry", "neutral", "pleased"] },
  suggested_reply: text(120, 40),
  follow_up_after_days: { type: "integer", minimum: 1, maximum: 30 },
});

const permission = { enum: ["none", "read", "write"] };
const settings = object({
  notification_preferences: object({
    weekly_summary_by_email: { type: "boolean" },
    security_alerts_by_email: { type: "boolean" },
    marketing_messages_by_email: { type: "boolean" },
    preferred_delivery_window: { enum: ["morning", "afternoon", "evening"] },
  }),
  repository_permissions: object({
    pull_requests_and_reviews: permission,
    continuous_integration: permission,
    deployment_environments: permission,
    organisation_administration: permission,
  }),
  automatically_delete_merged_branches: { type: "boolean" },
  default_branch_protection_level: { enum: ["disabled", "reviewed", "locked"] },
});

function caseOf(name: string, schema: JsonSchema, task: string): Case {
  const { grammar, mask } = prepare(schema);
  return { name, prompt: promptFor({ schema, task }), grammar, mask };
}

/** @returns all cases; the plan comes first */
export function cases(): readonly Case[] {
  const { grammar, mask } = preparePlan({ tools, maxSteps: 5 });
  const goal = "Move a PostgreSQL 14 database of 2 TB to version 16 with at most ten minutes of downtime";
  return [
    { name: "plan", prompt: planPrompt({ goal, tools, contract: false }), grammar, mask },
    caseOf("article", article, "Write a short article on how bridges are inspected."),
    caseOf("person", person, "Invent a scientist for a novel that is set in Lisbon."),
    caseOf("readings", readings, "Invent the readings of a weather station on a day in spring."),
    caseOf("ticket", ticket, "A customer writes: my parcel has been late for nine days and nobody answers. File it."),
    caseOf("settings", settings, "Choose the settings of a team that wants few messages and strict reviews."),
  ];
}

/** The domains the corpus has goals in. Their order is part of the recipe: another order makes another corpus. */
import type { Domain } from "../domain.ts";
import { building } from "./building.ts";
import { buying } from "./buying.ts";
import { campaign } from "./campaign.ts";
import { content } from "./content.ts";
import { event } from "./event.ts";
import { general } from "./general.ts";
import { hiring } from "./hiring.ts";
import { improvement } from "./improvement.ts";
import { incident } from "./incident.ts";
import { learning } from "./learning.ts";
import { migration } from "./migration.ts";
import { money } from "./money.ts";
import { moving } from "./moving.ts";
import { release } from "./release.ts";
import { report } from "./report.ts";
import { research } from "./research.ts";
import { security } from "./security.ts";
import { software } from "./software.ts";
import { teaching } from "./teaching.ts";
import { training } from "./training.ts";
import { travel } from "./travel.ts";

/** Every domain; the last one is for goals that belong to none. */
export const domains: readonly Domain[] = [
  migration,
  release,
  incident,
  security,
  software,
  report,
  research,
  learning,
  training,
  hiring,
  event,
  travel,
  teaching,
  buying,
  campaign,
  improvement,
  money,
  content,
  moving,
  building,
  general,
];

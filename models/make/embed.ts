/** Makes `models/embedded.gguf`: see models/README.md. */
import { writeFileSync } from "node:fs";
import { makeRandomModel } from "./random.ts";
import { learnMerges, Vocabulary } from "./vocabulary.ts";

const sample = `Move the billing database to a new server without losing orders. Back up the current data and check the copy.
Prepare the new server, install the same version and open the network. Agree on a quiet window with the team.
Write a short report for the customers, collect the numbers, draw the charts and send it to the owner for review.
Plan the release, test the change, tell the users, watch the errors and keep a way back. A list of open questions.
Compare three suppliers by price, quality and delivery time. Choose one, sign the contract and order the first batch.
Train the model on the new data, measure the results and publish them. The work is done when all the checks pass.`;

const vocabulary = new Vocabulary(learnMerges([sample, sample], 1000)).metadata();
const shape = { layers: 4, width: 128, heads: 4, kvHeads: 2, feedForward: 256, contextLength: 2048 };
const file = makeRandomModel({ seed: 1, vocabulary, ...shape, spread: 3 });
writeFileSync(new URL("../embedded.gguf", import.meta.url), file);
console.log(`embedded.gguf: ${file.length} bytes`);

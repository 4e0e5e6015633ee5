import fc from "fast-check";

/**
 * Property tests draw the same examples at each `npm test`, so that what passed once passes again elsewhere. Other
 * examples: `FUZZ_SEED=random npm test`, or a number to draw the ones of a failure again.
 */
const given = process.env.FUZZ_SEED;
const seed = given === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? 20);
if (!Number.isSafeInteger(seed)) throw new Error(`FUZZ_SEED must be a whole number or "random", not ${given}`);
if (given !== undefined) console.log(`FUZZ_SEED=${seed}`);
fc.configureGlobal({ seed });

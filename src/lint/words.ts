/** What names and descriptions give away. */

/** Names whose last word calls for one of a few values. */
const categories: ReadonlySet<string> = new Set(
  (
    "status state kind type category level priority severity role mode gender currency unit direction method " +
    "visibility sentiment intent stage phase outcome urgency frequency difficulty"
  ).split(" "),
);

/** A description that lists the values. Only its beginning is looked at. */
const listing =
  /\bone of\b|\b(?:allowed|possible|valid|permitted) values?\b|\beither\b.{1,60}\bor\b|["'`][\w -]{1,40}["'`] ?(?:\||,|\/|or\b) ?(?:or )?["'`][\w -]{1,40}["'`]/i;
const looked = 500;

/** Why a string looks like one of a few values; `undefined`: it doesn't. */
export function invitesChoice(name: string | undefined, description: unknown): string | undefined {
  if (typeof description === "string" && listing.test(description.slice(0, looked))) {
    return "its description lists its values";
  }
  const last = name === undefined ? undefined : wordsOf(name).at(-1);
  return last !== undefined && categories.has(last) ? `\`${name}\` calls for one of a few values` : undefined;
}

const vague: ReadonlySet<string> = new Set(
  "data info information value val item thing stuff object obj field param arg temp tmp misc foo bar baz var".split(
    " ",
  ),
);
/** Beside one of these, `value` says enough. */
const partners: ReadonlySet<string> = new Set("key name label unit currency type".split(" "));
const axes: ReadonlySet<string> = new Set(["x", "y", "z"]);

/** Whether a property's name says nothing: a word for anything, one letter, such a word and a number. */
export function isVague(name: string, siblings: readonly string[]): boolean {
  if (name.length > looked) return false;
  const plain = name.toLowerCase().replace(/[\s_-]*\d+$/, "");
  if (/^[a-z]$/.test(plain)) return !axes.has(plain);
  if (!vague.has(plain)) return false;
  return (
    plain !== "value" || plain !== name.toLowerCase() || !siblings.some((other) => partners.has(other.toLowerCase()))
  );
}

/** The words of a name in snake, kebab or camel case, in lower case. */
function wordsOf(name: string): string[] {
  const spaced = name.slice(0, looked).replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
  return spaced
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

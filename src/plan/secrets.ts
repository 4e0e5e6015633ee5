/** Credentials in a plan that nobody gave: a model that writes one has made it up, or has it from somewhere it shouldn't. */

/**
 * What credentials look like: the published prefixes of common services, private keys. Here and below,
 * repetitions are bounded, so that matching stays linear.
 */
const shapes: readonly RegExp[] = [
  /\bsk-(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{16,200}/g,
  /\b[rp]k_(?:live|test)_[A-Za-z0-9]{16,200}|\bsk_(?:live|test)_[A-Za-z0-9]{16,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{30,255}|\bgithub_pat_[A-Za-z0-9_]{30,255}|\bglpat-[A-Za-z0-9_-]{20,100}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g,
  /\bhf_[A-Za-z0-9]{30,100}|\bnpm_[A-Za-z0-9]{36}/g,
  /\beyJ[A-Za-z0-9_-]{10,500}\.[A-Za-z0-9_-]{10,1000}\.[A-Za-z0-9_-]{10,500}/g,
  /\bBearer\s{1,3}(?=[A-Za-z._~+/=-]{0,60}[0-9])[A-Za-z0-9._~+/=-]{20,500}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g,
];

/** The login in an address; the password is captured. */
const login = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,100}:([^\s:@/]{3,100})@/gi;

/** A named secret; its value is captured, and whether that looks like one is for `looksSecret` to say. */
const assignment = new RegExp(
  "(?:passwords?|passwd|passphrase|pwd|secret|api[ _-]?key|access[ _-]?key|(?:auth|access|bearer)[ _-]?token" +
    "|密码|密碼|口令|密钥|contraseña|mot de passe|passwort|пароль)[\"'”]?" +
    "\\s{0,3}(?:[:=：]|\\bis\\b|为|是|為)\\s{0,3}[\"'“`]?((?:(?![\"'`,;)])[!-~]){6,200})",
  "giu",
);

/** The credentials in a text that the request didn't hold. */
export function strangeSecrets(text: string, request: string): string[] {
  const found = shapes.flatMap((shape) => text.match(shape) ?? []);
  for (const [, password] of text.matchAll(login)) if (!isPlaceholder(password!)) found.push(password!);
  for (const [, value] of text.matchAll(assignment)) if (looksSecret(value!)) found.push(value!);
  return [...new Set(found)].filter((secret) => !request.includes(secret));
}

/** A secret as an error may show it: enough to find it, too little to use it. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, Math.min(6, Math.floor(secret.length / 3)))}…`;
}

/** Letters and digits mixed; not a placeholder, a date or version, a step, or a rule about passwords ("12-character"). */
function looksSecret(value: string): boolean {
  if (isPlaceholder(value) || /[/\\]/.test(value)) return false;
  if (!/[a-z]/i.test(value) || !/[0-9]/.test(value)) return false;
  return !/^(?:v?\d+(?:\.\d+)*$|\d{4}-\d\d-\d\d|S\d+\b|\d+[-+]?(?:char|digit|letter|bit|day|hour|min))/i.test(value);
}

/** What stands for a secret to be filled in: `<password>`, `$TOKEN`, `DB_PASSWORD_1`, `your-key-1`, `****`, `vault:…`. */
function isPlaceholder(value: string): boolean {
  return placeholders.some((placeholder) => placeholder.test(value));
}

const placeholders: readonly RegExp[] = [
  /^[<[{$%(*]/,
  /^(?:env|vault|file|https?|secret|op):/i,
  /^(?:your|my|the|some|pass|password|passwd|pwd|secret)\b/i,
  /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/,
  /\*{3}|x{4}|…|\.{3}/i,
];

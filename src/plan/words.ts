/**
 * What a text says beyond "do the task": its content words. A step whose words are all hollow tells nobody what to do.
 */

/**
 * Words that say nothing of what is done, in ten languages: verbs of doing and finishing, nouns for "the task", and
 * the small words between them. Kept short on purpose: a text counts as hollow only if *every* word of it is here, so
 * a word too few lets an empty step pass, and a word too many refuses a good one.
 */
const hollowVerbs = `
  do does doing done complete completes completed completing completion finish finishes finished finishing execute
  executes executed executing execution perform performs performed performing achieve achieves achieved accomplish
  accomplishes accomplished fulfil fulfill fulfilled finalize finalise finalized carry carried
  completar completa completada completado terminar terminada terminado hacer hecho realizar realizada realizado
  ejecutar ejecutada finalizar finalizada finalizado lograr logrado cumplir cumplido
  terminer termine terminee accomplir accompli accomplie faire fait realiser realise realisee executer achever acheve
  erledigen erledigt abschliessen abgeschlossen fertigstellen fertig ausfuhren ausgefuhrt durchfuhren durchgefuhrt
  erreichen erreicht machen gemacht
  concluir concluida concluido fazer feito feita executar completare completato completata finire finito fare fatto
  svolgere svolto raggiungere raggiunto
  выполнить выполнена выполнено завершить завершена завершено сделать сделано достичь достигнута`;
const hollowNouns = `
  task tasks goal goals objective objectives step steps work works job jobs thing things everything
  something all assignment
  tarea tareas trabajo objetivo objetivos meta todo todos tache taches travail objectif objectifs mission tout
  aufgabe aufgaben arbeit ziel ziele alles tarefa tarefas trabalho tudo compito compiti lavoro obiettivo tutto
  задача задачу задание работа работу цель все`;
const hollowSmall = `
  a an and as at be been by ensure ensures for from get got has have in is it its make makes of on or out
  so sure that the them then these this those to up was were will with what whatever needed necessary required requested
  given stated properly correctly successfully success successful fully final finally now ok okay good result results
  output outcome status state n none nothing na tbd null nil
  el la los las un una de del en con para por y que se ha sido esta es le les une des du et pour est sont ete a au
  der die das den dem ein eine und ist sind wird wurde werden zu o os as um uma do da e foi il lo gli i uno di per
  sono stato в и на по была было был`;
/** The same for scripts written without spaces, and for Korean, whose particles cling to words; longest first. */
const hollowPhrases = `
  任务 任務 目标 目標 工作 步骤 步驟 事情 所有 全部 一切 完成 执行 執行 进行 進行 实现 實現 达成 達成 实施 實施
  做好 做完 搞定 处理好 成功 顺利 順利 要求 需求 按 确保 確保 保证 保證 认真 認真 及时 及時 圆满 圓滿 尽快 儘快
  努力 结果 結果
  内容 相关 相關 按照 根据 根據 这个 這個 该 該 此 其 已经 已 被 把 将 將
  了 的 地 得 并 並 和 与 與 对 對 好 做 无 無 没有 沒有 略 待定 同上
  タスク 作業 目的 ステップ 実行 完了 終了 達成 実施 終わらせる 終わる すべて 全て する した します しました される された
  させる して です ます を は が に の で と も こと
  작업 임무 과제 목표 단계 업무 모든 완료 수행 달성 실행 완성 한다 하기 합니다 했다 됨 된다 되었다 하다 을 를 이 가 은 는 의`;

/** Longest text that is looked at; the contract's fields are shorter by far. */
const longest = 5000;

const verbs = wordSet(hollowVerbs);
const nouns = wordSet(hollowNouns);
const small = wordSet(hollowSmall);
const phrases = [...wordSet(hollowPhrases)].sort((a, b) => b.length - a.length);
const phrasePattern = new RegExp(phrases.join("|"), "gu");

/** Scripts whose words can't be told apart by spaces: each character counts as a word. */
const clinging = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
const runs = new RegExp(`${clinging.source}+|(?:(?!${clinging.source})[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** The words of a text that say something, folded (case, accents, width); empty if it says nothing. */
export function contentWords(text: string): ReadonlySet<string> {
  const content = new Set<string>();
  for (const [run] of fold(text).matchAll(runs)) {
    if (clinging.test(run)) for (const character of run.replaceAll(phrasePattern, "")) content.add(character);
    else if (!isHollowWord(run)) content.add(stem(run));
  }
  return content;
}

/** Whether a text is nothing but a verb of doing and a noun for the task: "complete the task", "完成任务". */
export function isEmptyPhrase(text: string): boolean {
  if (contentWords(text).size > 0) return false;
  const folded = fold(text);
  const words = folded.match(runs) ?? [];
  if (words.some((word) => verbs.has(word)) && words.some((word) => nouns.has(word))) return true;
  // In clinging scripts verb and noun are written together: two phrases of two or more characters are enough.
  return (folded.match(phrasePattern) ?? []).filter((phrase) => phrase.length > 1).length > 1;
}

/** Whether a text is a figure, such as "200 OK": it says little, but can be checked. */
export function isFigure(text: string): boolean {
  const words = fold(text).match(runs) ?? [];
  return words.some((word) => /\p{N}/u.test(word)) && !words.some((word) => verbs.has(word) || nouns.has(word));
}

/**
 * How much the words say: one for each word, half for each character of a script in which words have about two.
 */
export function weight(words: ReadonlySet<string>): number {
  let sum = 0;
  for (const word of words) sum += clinging.test(word) ? 0.5 : 1;
  return sum;
}

/** A text as a key for comparison: folded, and nothing but its letters and digits, if it has any. */
export function comparable(text: string): string {
  return fold(text).match(runs)?.join(" ") ?? text;
}

function isHollowWord(word: string): boolean {
  return verbs.has(word) || nouns.has(word) || small.has(word) || /^\p{N}+$/u.test(word) || /^s\d+$/.test(word);
}

/** Without the endings of English verbs and plurals, roughly: "moves", "moved" and "moving" are one word. */
function stem(word: string): string {
  return word.replace(/(?<=\w{3})(?:ing|ed|es|s|e)$/, "");
}

function fold(text: string): string {
  const plain = text.slice(0, longest).normalize("NFKD").toLowerCase();
  // Accents of Latin, Greek and Cyrillic letters go; marks of other scripts (か and が) are part of the letter.
  return plain
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss")
    .normalize("NFC");
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/).map(fold));
}

/** The risk rules that come with the package, for those who ask for them. */
import type { RiskRule } from "./risk.ts";

const words = (text: string) => text.trim().split(/\s*\|\s*/);

/** What holds data or rights: losing it hurts. */
const assets =
  "databases?|tables?|schemas?|backups?|disks?|volumes?|partitions?|clusters?|buckets?|accounts?|users?|production";

/**
 * Risk rules for a start: in use only when passed (`riskRules: defaultRiskRules`), and open to additions.
 *
 * At least `high`: destroying what holds data or rights, wiping disks, forcing; moving money; giving away
 * administration. At least `medium`: any other deleting or overwriting, what touches production, stopping and
 * restarting, mailing everybody. English, Chinese, Spanish, French and German.
 *
 * They look at words and not at meaning, so they err on the side of caution: "delete the draft" is `medium`.
 */
export const defaultRiskRules: readonly RiskRule[] = [
  {
    atLeast: "high",
    pattern: `\\b(?:delet|drop|truncat|wip|eras|purg|destroy|remov)(?:e|es|ed|s|p?ing|ped)?\\b[^.;\\n]{0,40}\\b(?:${assets})\\b`,
  },
  {
    atLeast: "high",
    pattern:
      "\\brm\\s+-[a-z]{0,5}[rf]|\\bmkfs\\b|\\bformat\\s+(?:the\\s+)?(?:disk|drive)\\b|--force\\b|\\bforce[- ]push",
  },
  {
    atLeast: "high",
    pattern:
      "\\b(?:pay|refund|wire|transfer)s?\\b[^.;\\n]{0,40}\\b(?:money|funds|invoices?|customers?|suppliers?|amounts?)\\b" +
      "|\\b(?:grant|give)s?\\b[^.;\\n]{0,30}\\b(?:admin|administrator|root|owner|superuser)\\b",
  },
  {
    atLeast: "high",
    pattern:
      "(?:删除|清空|销毁|刪除|銷毀)[^。；\\n]{0,20}(?:数据|資料|表|备份|備份|磁盘|磁碟|用户|用戶|账户|帳戶|生产)" +
      "|格式化(?:磁盘|硬盘|磁碟|硬碟)|转账|轉帳|付款|退款",
  },
  {
    atLeast: "high",
    pattern: words(
      "borrar la base de datos | eliminar la base de datos | supprimer la base de données | Datenbank löschen",
    ),
  },
  {
    atLeast: "medium",
    pattern:
      "\\b(?:delet|eras|wip|purg|overwrit|revok|terminat)(?:e|es|ed|ing)\\b|\\b(?:restart|reboot|shutdown)(?:s|ed|ing)?\\b" +
      "|\\bshut(?:s|ting)? down\\b|\\b(?:in|to|on) production\\b|\\ball (?:customers|users|subscribers)\\b",
  },
  {
    atLeast: "medium",
    pattern: words("删除 | 清空 | 覆盖 | 重启 | 停机 | 生产环境 | 刪除 | 覆蓋 | 重啟 | 停機 | 生產環境"),
  },
  {
    atLeast: "medium",
    pattern: words(
      "borrar | eliminar | sobrescribir | supprimer | effacer | écraser | redémarrer | löschen | überschreiben",
    ),
  },
];

/** Tool names by what the tools are good for. A step names kinds; a plan's `tool_hint` is a given tool of such a kind. */

const kinds = {
  database: "sql psql postgres mysql sqlite run_sql query_database db database bigquery mongo db_query",
  shell: "shell bash terminal ssh run_command powershell exec command_line cli",
  files: "files storage s3 drive file_system read_file write_file ftp dropbox backup copy_files archive",
  code: "git github gitlab code editor repo code_search ide code_review",
  tests: "tests pytest test_runner run_tests ci jenkins browser_test unit_tests",
  deploy: "deploy kubernetes kubectl docker terraform ansible helm aws cloud deploy_service",
  monitor: "monitoring grafana logs metrics alerts log_search sentry prometheus uptime status_page",
  web: "web_search search browser http curl fetch web scrape web_fetch crawler",
  mail: "email mail send_email gmail outlook newsletter",
  chat: "slack chat teams message send_message sms announce",
  calendar: "calendar schedule book_meeting scheduler meetings calendar_api",
  sheet: "spreadsheet sheets excel csv table google_sheets",
  docs: "docs wiki notion confluence document write_document notes word knowledge_base",
  tickets: "tickets jira issues trello tasks create_ticket kanban asana",
  data: "python notebook jupyter pandas r analysis run_python stats",
  charts: "charts plot dashboard tableau powerbi chart",
  design: "figma design canva images image_editor draw image_generator",
  people: "hr applicant_tracking ats directory people_search linkedin",
  money: "payments bank invoices accounting erp ledger budget purchase_orders expenses",
  survey: "survey forms questionnaire poll feedback_form",
  crm: "crm salesforce hubspot contacts leads",
  travel: "flights hotels maps booking trains route_planner weather",
  security: "scanner vault secrets firewall nmap security_scan permissions iam",
  ml: "gpu train_model mlflow training experiments evaluate_model labeling",
  media: "video camera audio video_editor transcribe translate",
  phone: "phone call voice",
} as const;

/** What a tool is good for. */
export type ToolKind = keyof typeof kinds;

/** Every kind, in a fixed order. */
export const toolKinds = Object.keys(kinds) as ToolKind[];

/** Names of tools of a kind. */
export function toolNames(kind: ToolKind): string[] {
  return kinds[kind].split(" ");
}

/** The first kind wins that a given tool has; of several such tools, the one given first. */
export function hintFor(wanted: readonly ToolKind[], given: readonly string[]): string | null {
  for (const kind of wanted) {
    const names = toolNames(kind);
    const hint = given.find((name) => names.includes(name));
    if (hint !== undefined) return hint;
  }
  return null;
}

import { type AlterTableCmd, type ColumnDef, type Constraint, type Node, parse } from "libpg-query";

/**
 * What a statement does that the previous version, which still runs, may not tolerate. The comment directly before the statement must have a
 * line `-- KIND: reason`.
 */
export type Kind = "contract" | "locks" | "rows";
export type Problem = { line: number; kind: Kind; what: string };
type Finding = Omit<Problem, "line">;

const DROPPED: Record<string, string> = {
  OBJECT_TABLE: "drops a table",
  OBJECT_VIEW: "drops a view",
  OBJECT_MATVIEW: "drops a view",
  OBJECT_FUNCTION: "drops a function",
  OBJECT_SEQUENCE: "drops a sequence",
  OBJECT_TYPE: "drops a type",
  OBJECT_DOMAIN: "drops a domain",
  OBJECT_INDEX: "drops an index, which may be unique: ON CONFLICT of the previous version needs it",
  OBJECT_SCHEMA: "drops a schema",
};
const RENAMED: Record<string, string> = {
  OBJECT_COLUMN: "renames a column",
  OBJECT_TABLE: "renames a table",
  OBJECT_VIEW: "renames a view",
  OBJECT_FUNCTION: "renames a function",
  OBJECT_SEQUENCE: "renames a sequence",
  OBJECT_TYPE: "renames a type",
};
const CONSTRAINTS: Record<string, string> = {
  CONSTR_CHECK: "adds a check",
  CONSTR_UNIQUE: "adds a unique constraint",
  CONSTR_PRIMARY: "adds a primary key",
  CONSTR_FOREIGN: "adds a foreign key",
  CONSTR_EXCLUSION: "adds an exclusion constraint",
};
/** Of a default that is the same for all rows: the table keeps it once. */
const SAME_FOR_ALL_ROWS = ["now", "transaction_timestamp", "statement_timestamp"];
const SERIAL = /^(small|big)?serial\d?$/;
const REASON_LENGTH = 10;

/**
 * Reads a migration with PostgreSQL's own parser. Tables that it creates itself are free: no other version knows them.
 *
 * @throws when it is no SQL.
 */
export async function migrationProblems(text: string): Promise<Problem[]> {
  const bytes = Buffer.from(text);
  const { stmts = [] } = await parse(text);
  const created = new Set(stmts.flatMap(({ stmt }) => createdTable(stmt) ?? []));
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: location = 0, stmt_len: length = 0 }) => {
    const start = location + Buffer.byteLength(leadingComments(bytes.subarray(location).toString()));
    const comments = bytes.subarray(end, start).toString();
    const line = bytes.subarray(0, start).toString().split("\n").length;
    end = location + length;
    return findingsOf(stmt, created)
      .filter(({ kind }) => !hasReason(comments, kind))
      .map((finding) => ({ ...finding, line }));
  });
}

/** The parser gives the first statement the comments above it, and the others not. */
function leadingComments(text: string): string {
  return /^(?:\s+|--[^\n]*\n)*/.exec(text)?.[0] ?? "";
}

function hasReason(comments: string, kind: Kind): boolean {
  const reason = new RegExp(`^\\s*-- ${kind}: (.+)$`, "m").exec(comments)?.[1] ?? "";
  return reason.trim().length >= REASON_LENGTH;
}

function createdTable(stmt: Node | undefined): string | undefined {
  if (!stmt) return undefined;
  // With "if not exists" it may be one that was there.
  if ("CreateStmt" in stmt)
    return stmt.CreateStmt.if_not_exists ? undefined : stmt.CreateStmt.relation?.relname;
  if ("CreateTableAsStmt" in stmt)
    return stmt.CreateTableAsStmt.if_not_exists ? undefined : stmt.CreateTableAsStmt.into?.rel?.relname;
  return undefined;
}

function findingsOf(stmt: Node | undefined, created: Set<string>): Finding[] {
  if (!stmt) return [];
  const isOwn = (table: string | undefined) => table !== undefined && created.has(table);
  const narrows = (what: string | undefined): Finding[] => (what ? [{ kind: "contract", what }] : []);
  if ("AlterTableStmt" in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt;
    if (isOwn(relation?.relname)) return [];
    return cmds.flatMap((cmd) =>
      "AlterTableCmd" in cmd
        ? [...narrows(alteration(cmd.AlterTableCmd)), ...rewriting(cmd.AlterTableCmd)]
        : [],
    );
  }
  if ("DropStmt" in stmt) return narrows(DROPPED[stmt.DropStmt.removeType ?? ""]);
  if ("RenameStmt" in stmt) {
    const { relation, renameType = "" } = stmt.RenameStmt;
    return isOwn(relation?.relname) ? [] : narrows(RENAMED[renameType]);
  }
  if ("AlterEnumStmt" in stmt)
    return narrows(stmt.AlterEnumStmt.oldVal === undefined ? undefined : "renames a value of a type");
  if ("AlterObjectSchemaStmt" in stmt) return narrows("moves to another schema");
  if ("TruncateStmt" in stmt) return narrows("empties a table");
  if ("DoStmt" in stmt) return narrows("has a do block, which this check cannot read");
  if ("IndexStmt" in stmt) {
    const { relation, unique } = stmt.IndexStmt;
    if (isOwn(relation?.relname)) return [];
    const built: Finding = { kind: "locks", what: "builds an index, during which the table takes no writes" };
    return unique ? [built, ...narrows("adds a unique index")] : [built];
  }
  return changedRows(stmt, isOwn);
}

/** Also by statements within a statement (`with … as (update …)`). */
function changedRows(stmt: Node, isOwn: (table: string | undefined) => boolean): Finding[] {
  const tables = changedTables(stmt).filter((table) => !isOwn(table));
  return [...new Set(tables)].map((table) => ({
    kind: "rows",
    what: `changes rows of ${table}, which stay locked until all migrations are done`,
  }));
}

function changedTables(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const isChange = ["UpdateStmt", "DeleteStmt", "MergeStmt"].includes(name);
    const table = isChange ? (value as { relation?: { relname?: string } }).relation?.relname : undefined;
    return [...(table === undefined ? [] : [table]), ...changedTables(value)];
  });
}

function alteration({ subtype, def, name = "" }: AlterTableCmd): string | undefined {
  switch (subtype) {
    case "AT_DropColumn":
      return "drops a column";
    case "AT_AlterColumnType":
      return "changes a column's type";
    case "AT_SetNotNull":
      return "forbids nulls in a column";
    case "AT_DropNotNull":
      return "allows nulls in a column, which the previous version reads";
    case "AT_DropConstraint":
      // By PostgreSQL's own names: checks and foreign keys are free.
      return /_(check|fkey)\d*$/.test(name)
        ? undefined
        : "drops a constraint, which may be unique: ON CONFLICT of the previous version needs it";
    case "AT_ColumnDefault":
      return def ? undefined : "drops a column's default";
    case "AT_AddConstraint":
      return def && "Constraint" in def ? CONSTRAINTS[def.Constraint.contype ?? ""] : undefined;
    case "AT_AddColumn":
      return def && "ColumnDef" in def ? addition(def.ColumnDef) : undefined;
    default:
      return undefined;
  }
}

/** A column whose value differs by row. */
function rewriting({ subtype, def }: AlterTableCmd): Finding[] {
  if (subtype !== "AT_AddColumn" || !def || !("ColumnDef" in def)) return [];
  const { typeName, constraints = [] } = def.ColumnDef;
  const differs =
    stringsIn(typeName?.names).some((name) => SERIAL.test(name)) ||
    constraints.some((each) => {
      const { contype, raw_expr } = (each as { Constraint: Constraint }).Constraint;
      if (contype === "CONSTR_GENERATED" || contype === "CONSTR_IDENTITY") return true;
      return (
        contype === "CONSTR_DEFAULT" && callsIn(raw_expr).some((name) => !SAME_FOR_ALL_ROWS.includes(name))
      );
    });
  return differs
    ? [
        {
          kind: "locks",
          what: "adds a column that each row has its own value of: the table is rewritten, without reads and writes",
        },
      ]
    : [];
}

/** Names of the functions that an expression calls. */
function callsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const own = name === "FuncCall" ? stringsIn((value as { funcname?: Node[] }).funcname).slice(-1) : [];
    return [...own, ...callsIn(value)];
  });
}

function stringsIn(nodes: Node[] = []): string[] {
  return nodes.flatMap((node) => ("String" in node ? (node.String.sval ?? "") : []));
}

/** A column that the previous version cannot fill. */
function addition({ constraints = [] }: ColumnDef): string | undefined {
  const types = constraints.map((each) => (each as { Constraint: Constraint }).Constraint.contype ?? "");
  const isFilled = ["CONSTR_DEFAULT", "CONSTR_IDENTITY", "CONSTR_GENERATED"].some((type) =>
    (types as string[]).includes(type),
  );
  if (types.includes("CONSTR_NOTNULL") && !isFilled)
    return "adds a column without nulls and without a default";
  const narrowing = types.find((type) => type in CONSTRAINTS);
  return narrowing && CONSTRAINTS[narrowing];
}

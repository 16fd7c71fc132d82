/** A set of tools with what is said before each message while it is on (docs/roles.md). */
export interface Role {
  readonly name: string
  readonly title: string
  /** Names of tools, and groups of the manifest: it allows what stands in one of both; nothing in both: no tools. */
  readonly tools: readonly string[]
  readonly groups: readonly string[]
  /** One line before each message. */
  readonly prompt: string | undefined
  /** 1 to 20; undefined: as without the role. */
  readonly maxRounds: number | undefined
}

/** The roles that there are. */
export interface RoleBook {
  /** Those of the program first, each name once. */
  readonly roles: readonly Role[]
  /** Why there are none although there should be: a file cannot be read. */
  readonly problem: string | undefined
}

/** A role as a person sees it. */
export interface RoleRow {
  readonly name: string
  readonly title: string
  /** Names of the enabled tools that it allows. */
  readonly tools: readonly string[]
  readonly prompt: string | null
  readonly maxRounds: number | null
  readonly active: boolean
}

/** What commands may see and change of roles. */
export interface RoleShelf {
  /** undefined: none is on. */
  readonly active: RoleRow | undefined
  rows(): readonly RoleRow[]
  /** Puts a role on until the session ends, undefined: none; gives the reason when it is refused. */
  take(name: string | undefined): string | undefined
}

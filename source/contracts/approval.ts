/** Which tools run without a question (`--approve`). */
export const APPROVAL_POLICIES = ['ask', 'none', 'read', 'write', 'all'] as const

export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number]

/**
 * A permission. With neither `value` nor `pattern` it is for every call of the tool, else for those whose argument
 * `approvalKey` is that value, letter for letter, or fits that pattern (docs/approvals.md).
 */
export interface AllowedRule {
  readonly tool: string
  readonly value?: string
  readonly pattern?: string
  /** Of a tool from outside: SHA-256 of its `print` when the permission was given; it is for no other. */
  readonly print?: string
}

/** JSON Schema of one that does not stand for a whole tool of the program, as the settings keep it. */
export const KEPT_RULE = {
  type: 'object',
  properties: {
    tool: { type: 'string' },
    value: { type: 'string' },
    pattern: { type: 'string' },
    print: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  required: ['tool'],
  additionalProperties: false,
  anyOf: [{ required: ['value'] }, { required: ['pattern'] }, { required: ['print'] }],
  not: { required: ['value', 'pattern'] },
} as const

/** A permission and how long it lasts. */
export interface StandingRule extends Omit<AllowedRule, 'print'> {
  readonly lasts: 'always' | 'session'
}

/** What commands may see and change of approvals. */
export interface ApprovalShelf {
  readonly policy: ApprovalPolicy
  readonly dryRun: boolean
  /** In the order in which they were given, lasting ones first. */
  rules(): readonly StandingRule[]
  /** Keeps a permission for the tool, or for what fits `pattern`; gives the reason when it is refused. */
  allow(tool: string, pattern: string | undefined): Promise<string | undefined>
  /** Takes back the permission with exactly this value or pattern; without one, all of the tool. Gives how many went. */
  remove(tool: string, pattern: string | undefined): number
  /** Until the session ends; gives the reason when it is refused. */
  setPolicy(policy: ApprovalPolicy): string | undefined
  setDryRun(on: boolean): void
}

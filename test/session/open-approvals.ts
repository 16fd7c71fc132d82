// Approvals with a memory that the test sees, and calls that need no tool's code.
import type { AllowedRule, ApprovalPolicy } from '../../source/contracts/approval.ts'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { Risk, Tool, ToolFailure } from '../../source/contracts/tool.ts'
import { Approvals } from '../../source/session/approvals.ts'

export const toolOf = (name: string, risk: Risk, more: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  parameters: {},
  risk,
  run: () => null,
  say: () => ({ sentence: '' }),
  ...more,
})
const WRITE = toolOf('write_file', 'write')
/** Permissions are for its path. */
export const KEYED = toolOf('write_file', 'write', { approvalKey: 'path' })

export interface Asked {
  readonly tool?: Tool
  readonly args?: JsonObject
  readonly confidence?: number
  readonly signal?: AbortSignal
  readonly preview?: (args: JsonObject) => Promise<string | undefined>
  readonly failure?: ToolFailure
  readonly widens?: string
}

/** `decide` and `edit` answer the call that is open. */
export function openApprovals(
  policy: ApprovalPolicy,
  allowed: readonly AllowedRule[] = [],
  dryRun = false,
  canKeep = true,
  interactive = true,
) {
  const kept = [...allowed]
  const changes: (string | undefined)[] = []
  const memory = {
    allowedRules: () => kept,
    keepAllowedRules: (rules: readonly AllowedRule[]) => {
      if (canKeep) kept.splice(0, kept.length, ...rules)
      return canKeep
    },
  }
  const told: string[] = []
  const approvals: Approvals = new Approvals(
    { approve: policy, dryRun, interactive },
    memory,
    () => changes.push(approvals.pending?.call),
    (message) => told.push(message),
  )
  let calls = 0
  const approve = ({ tool = WRITE, args = { path: 'a' }, confidence = 1, signal, ...more }: Asked = {}) =>
    approvals.approve(
      {
        id: `1.${++calls}`,
        tool,
        arguments: args,
        confidence,
        check: ({ path }) => (typeof path === 'string' ? undefined : '`path` must be text.'),
        preview: more.preview ?? (async () => undefined),
        failure: async () => more.failure,
        widens: async () => more.widens,
      },
      signal ?? new AbortController().signal,
    )
  const decide = (decision: 'once' | 'session' | 'always' | 'denied') =>
    approvals.decide(approvals.pending?.call ?? '', { decision })
  const edit = (args: string) =>
    approvals.decide(approvals.pending?.call ?? '', { decision: 'edited', arguments: args })
  return { approvals, approve, decide, edit, kept, changes, told }
}

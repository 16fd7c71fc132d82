/**
 * Runs a composite: its groups in order, the steps of a group side by side. Every step goes through `StepAccess`, so it is approved and
 * said like any call. What stopped it, what was done before and what was taken back is told as it happened. Next: `composite-tool.ts`.
 */
import type { StepAccess, StepOutcome } from '../contracts/composites.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { isCut } from '../toolkit/truncate.ts'
import type { Composite, Step, StepCall } from './composite-file.ts'
import { ExpressionFault, evaluate, isTrue } from './expression.ts'
import { EmptyPlace, fill, fillAll } from './template.ts'

/** What came of a step, for a person. `instead`: its fallback gave it. */
export type StepReport = {
  readonly step: string
  readonly tool: string
  readonly state: 'done' | 'instead' | 'skipped' | 'failed'
  readonly said: string
}

/** What a composite gives. */
export type CompositeResult = {
  /** `say` with its places filled; empty: it has none. */
  readonly sentence: string
  readonly steps: readonly StepReport[]
}

/** What later steps see of the earlier ones. */
interface Scope {
  readonly values: { [step: string]: JsonValue }
  readonly args: JsonObject
  readonly done: { [step: string]: boolean }
  readonly said: { [step: string]: string }
  readonly error: { [step: string]: string }
}

/** Told and not run: nothing that stands on it can be true. */
const DRY_RUN = 'dry_run'

/** Throws `ToolFailure` when a step stops it. */
export async function runComposite(
  composite: Composite,
  args: JsonObject,
  steps: StepAccess,
): Promise<CompositeResult> {
  const scope: Scope = { values: {}, args, done: {}, said: {}, error: {} }
  const reports: StepReport[] = []
  const undoable: Step[] = []
  for (const group of composite.groups) {
    const seen = scopeOf(scope)
    const outcomes = await Promise.all(group.map((step) => runStep(step, seen, steps)))
    for (const [at, { outcome, state }] of outcomes.entries()) {
      const step = group[at] as Step
      note(scope, step, outcome, state)
      reports.push({
        step: step.id,
        tool: step.tool,
        state,
        said: outcome === undefined ? '' : wordsOf(outcome),
      })
      if ((state === 'done' || state === 'instead') && step.undo !== undefined) undoable.unshift(step)
    }
    const stops = outcomes.findIndex(({ state, outcome }, at) => {
      const isFinal = group[at]?.onError === 'stop' || outcome?.error?.code === DRY_RUN
      return state === 'failed' && isFinal
    })
    const [step, outcome] = [group[stops], outcomes[stops]?.outcome]
    if (step !== undefined && outcome !== undefined)
      throw await stopped(composite, { step, outcome }, { scope, reports, undoable, steps })
  }
  return { sentence: sentenceOf(composite, scopeOf(scope)), steps: reports }
}

/** A skipped step has no outcome. */
async function runStep(
  step: Step,
  scope: JsonObject,
  steps: StepAccess,
): Promise<{ readonly outcome: StepOutcome | undefined; readonly state: StepReport['state'] }> {
  try {
    if (step.when !== undefined && !isTrue(evaluate(step.when, scope)))
      return { outcome: undefined, state: 'skipped' }
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error
    return {
      outcome: failure('bad_condition', `its condition cannot be decided: ${error.message}`),
      state: 'failed',
    }
  }
  const outcome = await call(step, scope, steps, step.id)
  if (outcome.ok) return { outcome, state: 'done' }
  if (step.fallback === undefined || outcome.error?.code === DRY_RUN) return { outcome, state: 'failed' }
  const told = {
    ...scope,
    error: { ...(scope.error as JsonObject), [step.id]: outcome.error?.message ?? '' },
  }
  const second = await call(step.fallback, told, steps, `${step.id}.fallback`)
  if (second.ok) return { outcome: second, state: 'instead' }
  const both = `${wordsOf(outcome)} In its place: ${wordsOf(second)}`
  return { outcome: failure(second.error?.code ?? 'failed', both), state: 'failed' }
}

async function call(one: StepCall, scope: JsonObject, steps: StepAccess, as: string): Promise<StepOutcome> {
  let args: JsonObject
  try {
    args = fillAll(one.arguments, scope)
  } catch (error) {
    if (error instanceof EmptyPlace || error instanceof ExpressionFault)
      return failure('missing_value', `${one.tool} was not called: ${error.message}.`)
    throw error
  }
  const cut = stepOfCut(args, scope)
  if (cut !== undefined)
    return failure(
      'cut_value',
      `${one.tool} was not called: what \`${cut}\` gave is too long and was cut, so a part would be taken for all of it.`,
    )
  return steps.run(as, one.tool, args)
}

/** In a scope beside the steps' own values. */
const NAMED = ['args', 'done', 'said', 'error']

/** The step whose cut text stands in the arguments, by itself or in a longer text: a copy of it would be no copy. */
function stepOfCut(args: JsonObject, scope: JsonObject): string | undefined {
  const given = textsOf(args)
  const holds = (cut: string) => {
    const inJson = JSON.stringify(cut).slice(1, -1)
    return given.some((text) => text.includes(cut) || text.includes(inJson))
  }
  const said = isObject(scope.said) ? scope.said : {}
  return Object.entries(scope).find(([step, value]) => {
    // What says of itself that it is whole only speaks of something that was left out.
    if (NAMED.includes(step) || (isObject(value) && value.truncated === false)) return false
    return textsOf([value, said[step] ?? null])
      .filter(isCut)
      .some(holds)
  })?.[0]
}

/** All texts in a value, at any depth. */
function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function note(
  scope: Scope,
  { id }: Step,
  outcome: StepOutcome | undefined,
  state: StepReport['state'],
): void {
  scope.done[id] = state === 'done' || state === 'instead'
  if (outcome === undefined) return
  if (outcome.ok) {
    scope.values[id] = outcome.result ?? null
    scope.said[id] = wordsOf(outcome)
  } else scope.error[id] = outcome.error?.message ?? wordsOf(outcome)
}

/** The failure that says what stopped it, after what can be taken back was. */
async function stopped(
  { name }: Composite,
  { step, outcome }: { readonly step: Step; readonly outcome: StepOutcome },
  run: {
    readonly scope: Scope
    readonly reports: readonly StepReport[]
    readonly undoable: readonly Step[]
    readonly steps: StepAccess
  },
): Promise<ToolFailure> {
  const { scope, reports, undoable, steps } = run
  const isDry = outcome.error?.code === DRY_RUN
  const back: string[] = []
  for (const one of isDry ? [] : undoable) {
    const undone = await call(one.undo as StepCall, scopeOf(scope), steps, `${one.id}.undo`)
    back.push(
      undone.ok
        ? `\`${one.id}\` was taken back.`
        : `\`${one.id}\` could not be taken back: ${wordsOf(undone)}`,
    )
  }
  const done = reports
    .filter(({ state }) => state === 'done' || state === 'instead')
    .map((one) => `\`${one.step}\``)
  const before = done.length === 0 ? 'Nothing was done before it.' : `Done before it: ${done.join(', ')}.`
  const words = `${name} stopped at its step \`${step.id}\`: ${wordsOf(outcome)}`
  return new ToolFailure(isDry ? DRY_RUN : 'step_failed', [words, before, ...back].join(' '))
}

function sentenceOf(composite: Composite, scope: JsonObject): string {
  if (composite.say === undefined) return ''
  try {
    const said = fill(composite.say, scope)
    return typeof said === 'string' ? said : JSON.stringify(said)
  } catch (error) {
    // What it would speak of was skipped or failed; the steps say so themselves.
    if (error instanceof EmptyPlace || error instanceof ExpressionFault) return ''
    throw error
  }
}

function scopeOf({ values, ...named }: Scope): JsonObject {
  return structuredClone({ ...values, ...named }) as JsonObject
}

function wordsOf({ said }: StepOutcome): string {
  return [said.sentence, said.detail].filter(Boolean).join('\n')
}

function failure(code: string, message: string): StepOutcome {
  return { ok: false, error: { code, message }, said: { sentence: message } }
}

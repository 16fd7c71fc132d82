import { type Command, refusal, type TurnRecord } from '../source/contracts/command.ts'
import type { Evidence } from '../source/contracts/confidence.ts'
import type { TokenUsage } from '../source/contracts/engine.ts'
import type { RouteDecision } from '../source/contracts/router.ts'

/** `/why`: how the last turn came about. */
const why: Command = {
  name: 'why',
  group: 'talk',
  examples: ['/why', '/why prompts'],
  usage: '[prompts]',
  summary: 'show how the last answer came about',
  worksDownTo: 3,
  beside: true,
  help: '`/why prompts` also prints the exact prompt of each lane.',
  run: async (input, context) => {
    if (!['', 'prompts'].includes(input))
      return refusal(`\`/why ${input}\` is not known; it takes ${why.usage}.`)
    const last = await context.lastTurn()
    if (last === undefined)
      return { ok: false, text: 'There was no turn yet; send a message first.', data: null }
    const parts = [...routeLines(last), ...callLines(last), ...answerLines(last), ...confidenceLines(last)]
    if (input === 'prompts') parts.push('', ...prompts(last))
    else parts.push('`/why prompts` prints the exact prompts.')
    return { ok: true, text: parts.join('\n'), data: JSON.parse(JSON.stringify(last)) }
  },
}

function routeLines({ message, route, off, remembered, judged = [] }: TurnRecord): string[] {
  if (route === undefined) return [`message    ${message}`, 'route      none: the call was given']
  const candidates = route.candidates.map((one) => `${one.tool} ${percent(one.score)}`).join(', ')
  return [
    `message    ${message}`,
    `route      ${wantedOf(route)}, ${percent(route.confidence)} sure, by ${route.by}`,
    ...(route.taught === undefined
      ? []
      : [
          `taught     "${route.taught}" (${route.optimized ? 'found by `/optimize_tool_prompts`' : '`/teach` lists what was taught'})`,
        ]),
    `candidates ${candidates || 'none'}`,
    ...judged.map((one) => `you said   ${one}`),
    ...off.map((why) => `not on     ${why}`),
    ...remembered.map((one) => `remembered ${one}`),
  ]
}

function wantedOf({ tool, off }: RouteDecision): string {
  return tool ?? (off === undefined ? 'no tool' : `${off}, which is not on`)
}

function callLines({ callText, call, program }: TurnRecord): string[] {
  if (callText === undefined) return []
  return [
    ...(program === undefined ? [`arguments  ${callText}`] : programLines(callText, program)),
    `call lane  ${usage(call)}`,
  ]
}

function programLines(sql: string, { tables, rows }: NonNullable<TurnRecord['program']>): string[] {
  return [
    `SQL        ${sql}`,
    `tables     ${tables.join(', ') || 'none'}`,
    ...(rows === undefined ? [] : [`rows       ${rows}`]),
  ]
}

/** How sure the whole turn is, and of what that is made, a line for each request. */
function confidenceLines({ confidence, evidence }: TurnRecord): string[] {
  if (evidence.length === 0) return []
  return [`confidence ${percent(confidence)}`, ...evidence.map((one) => `  from     ${ingredients(one)}`)]
}

function ingredients(one: Evidence): string {
  const { tool, by, probability, margin, weakest, repaired, leans, failed, asks } = one
  return [
    `${tool ?? 'no tool'} by ${by} ${percent(probability)}`,
    `margin ${margin.toFixed(2)}`,
    ...(weakest === undefined ? [] : [`weakest token ${percent(weakest)}`]),
    ...(repaired ? ['arguments written twice'] : []),
    ...(failed ? ['no valid arguments'] : []),
    ...(leans ? ['leans on the turn before'] : []),
    ...(asks ? ['asked back'] : []),
  ].join(', ')
}

function answerLines(last: TurnRecord): string[] {
  const lines = [`talk lane  ${usage(last.talk)}`, `answer     by the ${last.answerSource}, ${last.status}`]
  if (last.unfaithful !== undefined) {
    lines.push(
      `dropped    the model's answer, because ${last.unfaithful}: ${JSON.stringify(last.modelAnswer ?? '')}`,
    )
  }
  return lines
}

function prompts({ talkPrompt, callPrompt }: TurnRecord): string[] {
  return [
    ...(callPrompt === undefined ? [] : ['--- prompt of the call lane', callPrompt]),
    ...(talkPrompt === '' ? [] : ['--- prompt of the talk lane', talkPrompt]),
  ]
}

function usage(tokens: TokenUsage | undefined): string {
  if (tokens === undefined) return 'not used'
  return `${tokens.reused} tokens reused, ${tokens.evaluated} evaluated, ${tokens.generated} written`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

export default why

import { type Command, refusal } from '../source/contracts/command.ts'
import type { EngineInfo } from '../source/contracts/engine.ts'
import { LEVEL_NAMES } from '../source/contracts/event.ts'
import type { MeaningState } from '../source/contracts/meaning.ts'
import type { Drawing } from '../source/contracts/reading.ts'

/** `/status`: level with its reasons, model, tools, window. */
const status: Command = {
  name: 'status',
  group: 'program',
  examples: ['/status'],
  usage: '',
  summary: 'show level, model, tools and window',
  worksDownTo: 4,
  beside: true,
  run: (input, { view, engine, roles, reading, meaning }) => {
    if (input !== '') return refusal(`\`/status\` takes nothing behind it, not \`${input}\`.`)
    const model =
      engine === undefined
        ? [[view.model, view.modelState].filter(Boolean).join(' '), view.modelReason]
            .filter(Boolean)
            .join(': ')
        : `${engine.modelId} (${view.modelState}, ${engine.gpu}, ${engine.threads} threads, format ${engine.chatFormat})`
    const allowed = `${view.role?.tools ?? 0} of ${view.tools.total} tools`
    const { ready, total } = view.states
    // Without a model there are none to be made.
    const states = total === 0 ? '' : `, ${ready} of ${total} context states ready`
    const text = [
      `level    ${view.level}: ${LEVEL_NAMES[view.level]}`,
      ...view.reasons.map((reason) => `         ${reason}`),
      `model    ${model}`,
      ...(view.role === undefined ? [] : [`role     ${view.role.name}: ${roles.active?.title}, ${allowed}`]),
      ...(view.persona === undefined ? [] : [`persona  ${view.persona}`]),
      ...(view.state === undefined ? [] : [`state    ${view.state}`]),
      ...(view.arm === undefined ? [] : [`trial    ${view.arm}`]),
      ...(view.secret ? ['secret   on: nothing of the conversation is kept'] : []),
      `tools    ${view.tools.enabled} of ${view.tools.total} on${states}`,
      ...adapterLine(engine),
      ...meaningLine(meaning),
      `window   ${view.tokens.used} of ${view.tokens.window} tokens${bar(view.tokens, reading.draw)}`,
      `home     ${view.home}`,
      `version  ${view.version}`,
    ].join('\n')
    const data = {
      level: view.level,
      reasons: view.reasons,
      model: view.model ?? null,
      modelState: view.modelState,
      modelReason: view.modelReason ?? null,
      role: view.role ?? null,
      ...(view.persona !== undefined && { persona: view.persona }),
      ...(view.state !== undefined && { state: view.state }),
      ...(view.arm !== undefined && { arm: view.arm }),
      secret: view.secret,
      ...(engine?.callAdapter && { callAdapter: engine.callAdapter }),
      ...(meaning !== undefined && { meaning }),
      tools: view.tools,
      states: view.states,
      tokens: view.tokens,
      home: view.home,
      version: view.version,
    }
    return { ok: true, text, data }
  },
}

/** What the call lane adds to the model's weights. */
function adapterLine(engine: EngineInfo | undefined): readonly string[] {
  const adapter = engine?.callAdapter
  if (adapter === undefined) return []
  const here = adapter.isLearnedHere ? ' (learned here)' : ''
  return [
    `calls    ${adapter.type === 'used' ? `tuned, ${adapter.file}${here}` : `as the model came: ${adapter.reason}`}`,
  ]
}

/** By what tools of others and memories are found; nothing before that was needed. */
function meaningLine(meaning: MeaningState | undefined): readonly string[] {
  switch (meaning?.type) {
    case 'ready':
      return [`meaning  ${meaning.model}`]
    case 'failed':
      return [`meaning  by words: ${meaning.reason}`]
    case 'off':
      return ['meaning  by words; `/settings meaning true` uses the sentence model']
    case 'absent':
      return ['meaning  by words; `ethervox model pull all-minilm` brings the sentence model']
    case 'unused':
    case undefined:
      return []
  }
  meaning satisfies never
}

/** How full the window is; nothing without one. */
function bar({ used, window }: { readonly used: number; readonly window: number }, draw: Drawing): string {
  return window === 0 ? '' : `  ${draw.bar(used / window, 20)}`
}

export default status

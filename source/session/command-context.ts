// What the session lends to commands.
import type { CommandContext, CommandResult, EvaluationChoice, TurnRecord } from '../contracts/command.ts'
import { takesArguments } from '../contracts/manifest.ts'
import { withoutLead } from '../governor/own-question.ts'
import { exportPlace } from '../lib/export-place.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import { aborted } from './aborted.ts'
import { approvalShelf } from './approval-shelf.ts'
import { askAside } from './aside.ts'
import { resetSetting, roleShelf, setSetting } from './begin-setting.ts'
import { callTool, findStray } from './call-tool.ts'
import { resultOfCompaction } from './compaction.ts'
import { compositeShelf } from './composite-shelf.ts'
import { mcpShelf } from './mcp-shelf.ts'
import { optimizeShelf } from './optimize-shelf.ts'
import { personaShelf } from './persona-shelf.ts'
import { pluginShelf } from './plugin-shelf.ts'
import { conversationShelf } from './resume.ts'
import { ringShelf } from './ring-shelf.ts'
import type { ChatSession } from './session.ts'
import { skillShelf } from './skill-slot.ts'
import { stateShelf } from './state-shelf.ts'
import { talkShelf } from './talk-shelf.ts'
import { taskShelf } from './task-shelf.ts'
import { teachingShelf } from './teaching-shelf.ts'
import { setEnabled, toolBench } from './tool-bench.ts'
import { toolFileShelf } from './tool-file-shelf.ts'
import { trialShelf } from './trial-slot.ts'
import { voiceShelf } from './voice-shelf.ts'

/** A context for one run of one command; `signal` ends its long work. */
export function commandContext(session: ChatSession, signal: AbortSignal): CommandContext {
  const { ports, slot } = session
  return {
    view: session.view,
    commands: ports.commands,
    engine: slot.engine?.info,
    approvals: approvalShelf(session),
    roles: roleShelf(session),
    personas: personaShelf(session),
    states: stateShelf(session, signal),
    trials: trialShelf(session),
    services: ports.services,
    rings: ringShelf(ports.services.rings, ports.clock),
    bench: toolBench(session),
    toolFiles: toolFileShelf(session, signal),
    composites: compositeShelf(session, signal),
    skills: skillShelf(session, signal),
    tasks: taskShelf(session, signal),
    plugins: pluginShelf(session),
    voice: voiceShelf(ports.services.voice, signal),
    conversations: conversationShelf(session, signal),
    reading: session.reading.shelf(),
    analytics: ports.analytics,
    talk: talkShelf(session, signal),
    optimizer: optimizeShelf(session, signal),
    secret: ports.secret,
    dashboard: session.dashboard,
    mcp: mcpShelf(session, signal),
    teaching: teachingShelf(session),
    meaning: session.ports.meaning?.state,
    memory: ports.services.memory,
    workspace: ports.workspace,
    exportPlace: (typed) => exportPlace(ports.workspace, typed),
    ...toolShelf(session),
    ...modelShelf(session, signal),
    callTool: async (name, args) => {
      const stray = await findStray(session, name, args)
      if (stray !== undefined) return { ok: false, text: stray, data: null }
      const outcome = await callTool(session, name, args)
      return { ok: outcome.status === 'success', text: '', data: { status: outcome.status } }
    },
    warm: async (onEach) =>
      slot.warmTools(slot.wantsState, signal, (done, total, name) => {
        session.emit({ type: 'progress', what: 'states', done, total })
        onEach(done, total, name)
      }),
    evaluate: (choice) => evaluate(session, choice, signal),
    lastTurn: () => lastTurn(session),
    contextUse: () => session.conversation.use(),
    compact: async (keep) => resultOfCompaction(await session.conversation.compact(keep, signal)),
    clear: () => session.clear(),
    quit: () => session.quit(),
    settings: () => ports.settings(),
    setSetting: (name, value) => setSetting(session, name, value),
    resetSetting: (name) => resetSetting(session, name),
    doctor: ports.doctor,
  }
}

type Shelf<K extends keyof CommandContext> = Pick<CommandContext, K>

function toolShelf(
  session: ChatSession,
): Shelf<'tools' | 'toolDetail' | 'setToolEnabled' | 'nearestTool' | 'whyAbsent' | 'reload'> {
  const { ports, slot } = session
  const { tools } = session.ground
  return {
    tools: () =>
      tools.entries.map((entry) => ({
        name: entry.name,
        group: entry.group,
        risk: entry.risk,
        enabled: tools.isEnabled(entry.name),
        permitted: session.role.permits(entry),
        priority: entry.priority,
        oneLiner: entry.oneLiner,
        warm: slot.states.names.includes(entry.name),
        contentHash: entry.contentHash,
        ...(entry.version !== undefined && { version: entry.version }),
      })),
    toolDetail: (name) => tools.detail(name),
    setToolEnabled: (name, enabled) => {
      if (!tools.has(name)) return false
      if (tools.isEnabled(name) === enabled) return true
      setEnabled(session, { [name]: enabled })
      return true
    },
    nearestTool: (name) => tools.nearest(name),
    whyAbsent: (name) => session.ground.whyAbsent(name),
    reload: async () => {
      const { ground, ok, text } = await ports.rebuildGround()
      session.takeGround(ground, true)
      return {
        ok,
        text,
        data: { level: ground.level, reasons: ground.reasons, tools: ground.tools.entries.length },
      }
    },
  }
}

function modelShelf(session: ChatSession, signal: AbortSignal): Shelf<'models' | 'loadModel' | 'memoryUse'> {
  const { ports, slot } = session
  return {
    models: async () =>
      (await ports.models()).map((row) => ({ ...row, current: row.current || row.id === slot.model })),
    loadModel: async (id) => {
      // What cannot be loaded must not cost the model and the conversation that are here.
      // A file that is seen for the first time is summed, for seconds: who ends it then wants nothing changed.
      const reason = await unlessAborted(signal, ports.whyNotLoadable(id))
      if (reason !== undefined) return { ok: false, text: reason, data: null }
      session.clear()
      signal.addEventListener('abort', () => slot.stopLoad(), { once: true })
      await Promise.race([slot.load(id), aborted(signal).catch(() => undefined)])
      const ok = slot.state === 'ready'
      return {
        ok,
        text: ok ? `${slot.model} is loaded; the conversation begins anew.` : (slot.reason ?? ''),
        data: slot.model ?? null,
      }
    },
    memoryUse: async () => {
      const disk = await ports.diskUse()
      return {
        processBytes: process.memoryUsage.rss(),
        engineBytes: (await slot.engine?.memoryBytes()) ?? 0,
        talkTokens: session.view.tokens.used,
        talkWindow: session.view.tokens.window,
        callWindow: slot.engine?.info.callContextTokens ?? 0,
        statesBytes: disk.states,
        statesBudgetBytes: disk.budget,
        modelsBytes: disk.models,
      }
    },
  }
}

async function evaluate(
  session: ChatSession,
  choice: EvaluationChoice,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { tools } = session.role
  return session.ports.evaluate({
    choice,
    signal,
    ask: (message) => askAside(session, message, signal),
    isEnabled: (name) => tools.isEnabled(name),
    hasParameters: (name) => takesArguments(tools.detail(name)),
    onEach: (done, total) => session.emit({ type: 'progress', what: 'eval', done, total }),
  })
}

async function lastTurn(session: ChatSession): Promise<TurnRecord | undefined> {
  const { last } = session
  if (last === undefined) return undefined
  const { outcome } = last
  const { engine } = session.slot
  const render = async (messages: typeof outcome.talkMessages | undefined, form?: typeof outcome.callForm) =>
    messages === undefined || messages.length === 0 || engine === undefined
      ? undefined
      : engine.renderPrompt(messages, form)
  return {
    turn: last.turn,
    message: last.message,
    route: outcome.route,
    off: outcome.off.map((one) => one.sentence),
    judged: judgedOf(session, last.message),
    remembered: [
      ...outcome.remembered.map(({ id, text }) => `memory ${id}: ${text}`),
      ...(outcome.ownFacts === undefined ? [] : [withoutLead(outcome.ownFacts)]),
    ],
    confidence: outcome.confidence,
    evidence: outcome.evidence,
    talkPrompt: (await render(outcome.talkMessages)) ?? '',
    callPrompt: await render(outcome.callMessages, outcome.callForm),
    callText: outcome.callText,
    program: outcome.program,
    talk: outcome.talk,
    call: outcome.call,
    answerSource: outcome.source,
    unfaithful: outcome.unfaithful,
    modelAnswer: outcome.modelAnswer,
    status: outcome.status,
  }
}

/** What the person taught of a message, with what takes it back. */
function judgedOf({ ports }: ChatSession, message: string): readonly string[] | undefined {
  const cases = ports.teaching.book.read().cases.filter(({ text }) => text === message)
  if (cases.length === 0) return undefined
  return cases.map(({ id, tool, from }) => {
    const what = tool === null ? 'no tool' : `\`${tool}\``
    return `${id}: it needs ${what}, by \`/${from}\`; \`/forget-teaching ${id}\` takes it back`
  })
}

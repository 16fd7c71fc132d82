// A tool that fails and fails is paused: it is off, which is said, until a person resumes it. The person's own choice of what is
// on and off stays as it is, that of a named state and of a profile too.
import type { CommandResult } from '../contracts/command.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { ToolPause } from '../contracts/tool-health.ts'
import type { ToolOff } from '../governor/ports.ts'
import type { ChatSession } from './session.ts'

/** A listener that counts failures, and pauses a tool when its turn has ended. */
export function pauseFailing(session: ChatSession): (event: SessionEvent | LiveSignal) => void {
  return (event) => {
    if (event.type !== 'tool.finished') return
    const { name, ok, error } = event
    const { tools, unlisted } = session.ground
    if (!tools.isEnabled(name) || unlisted.includes(name)) return
    const paused = session.ports.toolHealth.note(name, ok, error?.code ?? '')
    if (paused === undefined) return
    // Now, the rest of the turn would stand on another head.
    session.afterTurn.push(() => {
      setOn(session, name, false)
      const { failures, code, notKept } = paused
      const holds =
        notKept === undefined ? '' : ` That cannot be kept (${notKept}), so it holds for this session alone.`
      session.emit({
        type: 'notice',
        code: 'tool_paused',
        message: `The tool \`${name}\` failed ${failures} times running (last \`${code}\`) and is paused; \`/tools resume ${name}\` turns it on again.${holds}`,
      })
    })
  }
}

/** Why a tool is paused; undefined: it is not, or it was turned on all the same. */
export function pauseOf({ ground, ports }: ChatSession, name: string): ToolPause | undefined {
  return ground.tools.isEnabled(name) ? undefined : ports.toolHealth.paused().get(name)
}

/** What is said to a request for a paused tool. */
export function whyPaused(session: ChatSession, name: string): ToolOff | undefined {
  const pause = pauseOf(session, name)
  const entry = session.ground.tools.entries.find((one) => one.name === name)
  // What the role forbids, or the person turned off as well, is told as such.
  const isOtherwiseOff = !session.setup.wants(name)
  if (pause === undefined || entry === undefined || !session.role.permits(entry) || isOtherwiseOff)
    return undefined
  const why = `it failed ${pause.failures} times running (last \`${pause.code}\`)`
  const sentence = `The tool \`${name}\` is paused, ${why}; \`/tools resume ${name}\` turns it on again.`
  return { name, isPlainChat: false, sentence }
}

/** Which of these tools stay off though they were to be on: a sentence, or none. */
export function stillPaused(session: ChatSession, names: readonly string[]): readonly string[] {
  const paused = names.filter(
    (name) => session.ground.tools.has(name) && pauseOf(session, name) !== undefined,
  )
  const [first] = paused
  if (first === undefined) return []
  return paused.length === 1
    ? [`\`${first}\` is paused and stays off; \`/tools resume ${first}\` turns it on.`]
    : [
        `${paused.map((name) => `\`${name}\``).join(', ')} are paused and stay off; \`/tools resume NAME\` turns one on.`,
      ]
}

/** `/tools resume`. */
export function resumeTool(session: ChatSession, name: string): CommandResult {
  const { toolHealth } = session.ports
  const data = { name, resumed: true }
  if (pauseOf(session, name) === undefined)
    return { ok: true, text: `${name} is not paused.`, data: { ...data, resumed: false } }
  const notKept = toolHealth.resume(name)?.notKept
  const kept =
    notKept === undefined ? '' : ` That cannot be kept (${notKept}), so it holds for this session alone.`
  if (!session.setup.wants(name))
    return {
      ok: true,
      text: `${name} is no longer paused, but off; \`/tools enable ${name}\` turns it on.${kept}`,
      data,
    }
  setOn(session, name, true)
  return { ok: true, text: `${name} is on again; the head is made anew once.${kept}`, data }
}

function setOn(session: ChatSession, name: string, isOn: boolean): void {
  session.ground.tools.setEnabled(name, isOn)
  session.slot.renewHead()
}

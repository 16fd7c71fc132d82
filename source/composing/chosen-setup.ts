// The persona or named state that a session begins with: the flag, else the setting.

import { UserError } from '../contracts/errors.ts'
import type { SetupPorts } from '../contracts/setup.ts'
import type { BeginningSetup } from '../session/ports.ts'
import type { Flags } from './composed-flags.ts'
import type { OpenedGround } from './ground.ts'

/**
 * Throws `UserError` for a flag that names what is not there, with the nearest name; what a setting names wrongly is a
 * problem that the session says. In an emergency nothing but the shell is read.
 */
export function chosenSetup(
  flags: Pick<Flags, 'persona' | 'state'>,
  { level, settings }: Pick<OpenedGround, 'level' | 'settings'>,
  setup: SetupPorts,
): BeginningSetup {
  const { persona, state } = flags
  if (nameOf(state) !== undefined && persona !== undefined)
    throw new UserError('`--state` brings its own persona; leave one of `--state` and `--persona` out.')
  const isChosen = persona !== undefined || state !== undefined
  if (level === 4) {
    const flag = state === undefined ? 'persona' : 'state'
    const problem = `\`--${flag} ${state ?? persona}\` is left out: at level 4 no ${flag}s are read.`
    return { isChosen, problems: isChosen && nameOf(state ?? persona) !== undefined ? [problem] : [] }
  }
  if (isChosen) {
    const begins = find(setup, { persona: nameOf(persona), state: nameOf(state) })
    const [problem] = begins.problems
    if (problem !== undefined) throw new UserError(problem)
    return { ...begins, isChosen }
  }
  const kept = nameOf(settings.state)
  const begins = find(setup, {
    state: kept,
    persona: kept === undefined ? nameOf(settings.persona) : undefined,
  })
  const which = kept === undefined ? '`/settings persona none`' : '`/settings state none`'
  return {
    ...begins,
    isChosen,
    problems: begins.problems.map(
      (problem) => `${problem} The session begins without it; ${which} ends that.`,
    ),
  }
}

function find(
  { personas, states }: SetupPorts,
  names: { readonly persona: string | undefined; readonly state: string | undefined },
): Pick<BeginningSetup, 'persona' | 'state' | 'problems'> {
  const state = names.state === undefined ? undefined : states.find(names.state)
  const persona = names.persona === undefined ? undefined : personas.find(names.persona)
  const problems = [state, persona].flatMap((one) => (one?.type === 'missing' ? [one.reason] : []))
  if (state?.type === 'found') return { state: state.state, persona: state.state.config.persona, problems }
  return { persona: persona?.type === 'found' ? persona.persona : undefined, problems }
}

/** `none` and nothing are none. */
function nameOf(name: string | undefined): string | undefined {
  return name === undefined || name === '' || name === 'none' ? undefined : name
}

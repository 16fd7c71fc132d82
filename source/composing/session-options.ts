// What one session is given: flags first, then the settings, then what suits a terminal or a script.

import type { SetupPorts } from '../contracts/setup.ts'
import { keptPolicy } from '../home/kept-permissions.ts'
import { canShowUnicode } from '../lib/unicode-terminal.ts'
import type { StartOptions } from '../session/start-options.ts'
import { chosenRole } from './chosen-role.ts'
import { chosenSetup } from './chosen-setup.ts'
import type { Flags } from './composed-flags.ts'
import type { OpenedGround } from './ground.ts'

const ANSWER_TOKENS = 768
const ROUNDS = 5
/** A turn of a slow machine may take a minute; past this something is wrong. */
const TURN_SECONDS = 300

/** Everything that is fixed for the session. */
export function sessionOptionsOf(
  flags: Flags,
  ground: OpenedGround,
  interactive: boolean,
  setup: SetupPorts,
): StartOptions {
  const { settings } = ground
  const begins = chosenSetup(flags, ground, setup)
  const state = begins.state?.config
  const plain = { role: chosenRole(flags.role, ground), mode: flags.mode ?? settings.mode }
  const temperature =
    flags.temperature ?? (settings.temperature >= 0 ? settings.temperature : interactive ? 0.3 : 0)
  return {
    interactive,
    // A script's output does not depend on where it runs.
    unicode: interactive && canShowUnicode(process.env, process.platform),
    approve: flags.approve || keptPolicy(settings, interactive) || (interactive ? 'ask' : 'read'),
    dryRun: flags.dryRun ?? false,
    continues: flags.continue ?? false,
    role: state !== undefined && flags.role === undefined ? state.role : plain.role,
    model: flags.model || settings.model || undefined,
    temperature,
    seed: flags.seed ?? (interactive ? Math.floor(Math.random() * 2 ** 31) : 1),
    maxAnswerTokens: flags.maxTokens ?? ANSWER_TOKENS,
    maxRounds: ROUNDS,
    mode: flags.mode ?? state?.mode ?? plain.mode,
    keepsStates: flags.cache ?? true,
    begins,
    withoutState: plain,
    maxTurnMs: (flags.maxSeconds ?? TURN_SECONDS) * 1_000,
  }
}

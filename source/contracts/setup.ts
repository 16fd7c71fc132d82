import type { NamedStates, StateConfig } from './named-states.ts'
import type { Persona, PersonaFolder } from './persona.ts'
import type { ToolLines } from './tool-lines.ts'
import type { TrialBook } from './trial.ts'

/** What a session can be set up from: kept in the home, handed in by compose. */
export interface SetupPorts {
  readonly personas: PersonaFolder
  readonly states: NamedStates
  readonly trials: TrialBook
  readonly lines: ToolLines
  /** What a persona says of itself in the head. */
  textOf(persona: Persona): string
  /** Hex SHA-256 of what a config says. */
  hashOf(config: StateConfig): string
}

/** What a head is to be built with besides tools and system text. */
export interface HeadWishes {
  readonly persona?: Persona | undefined
  /** In place of the person's own text behind the system text; undefined: that. */
  readonly instructions?: string | undefined
}

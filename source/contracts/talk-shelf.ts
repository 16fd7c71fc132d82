import type { CommandResult } from './command.ts'

/** A message of the conversation as it stands. */
export interface SaidMessage {
  /** Number of its turn. */
  readonly turn: number
  readonly text: string
  /** As it was typed, where that is not what is said: `\@` for an @ that names no file. */
  readonly typed?: string | undefined
}

/** What commands may ask of the conversation that is going on: to go back in it, or to ask beside it. */
export interface TalkShelf {
  /** Oldest first; the first one is message 1. */
  said(): readonly SaidMessage[]
  /** Sends the last message again in its own place. */
  retry(): Promise<CommandResult>
  /** Sends `text` in the place of message `place`; that turn and what came after leave the conversation. */
  edit(place: number, text: string): Promise<CommandResult>
  /** Puts message `place` into the draft, to be edited there; false where there is no draft. */
  draft(place: number): boolean
  /** Takes the last turn out of the conversation. */
  dropTurn(): CommandResult
  /** Brings the turn back that was taken out last. */
  bringBack(): CommandResult
  /** Asks beside the conversation, which is afterwards what it was. */
  aside(text: string): Promise<CommandResult>
  /** Sends a message in the name of a command; the turn is like any other. */
  send(text: string, command: string): Promise<CommandResult>
  /** Of the last turn; undefined before the first. */
  readonly lastAnswer: string | undefined
  /** Puts a text into the terminal's clipboard; why it could not, in a sentence. */
  copy(text: string): string | undefined
}

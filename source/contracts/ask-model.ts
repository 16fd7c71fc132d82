/**
 * Asks the loaded model beside the conversation: its own words, without a thinking block, of at most so many tokens. Nothing of it stays
 * in the conversation. Rejects with `EngineFailure`, or the signal's reason. undefined: no model is loaded.
 */
export type AskModel = (
  question: string,
  maxTokens: number,
  signal: AbortSignal,
) => Promise<string | undefined>

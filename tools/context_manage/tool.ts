// The conversation's own window: how full it is, making room, beginning anew. What `/context`, `/compact` and `/clear` do.
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { count } from '../../source/toolkit/plain-words.ts'

type Action = 'status' | 'compact' | 'clear'

type Arguments = { readonly action: Action }

type Managed = {
  readonly action: Action
  /** What came of it, in a sentence; null for `status`. */
  readonly done: string | null
  readonly usedTokens: number
  readonly windowTokens: number
  readonly freeTokens: number
  readonly turns: number
}

export default defineTool<Arguments, Managed>({
  name: 'context_manage',
  description: 'Show how full this conversation is, sum it up to make room, or empty it',
  parameters: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        enum: ['status', 'compact', 'clear'],
        description: 'what to do',
        'x-cues': {
          status: '\\bhow\\b|full|left|usage|used|status|room (?:is|do|have|left)|remaining|percent|%',
          compact:
            'compact|compress|summ?ari[sz]e|sum up|sum .*up|shrink|shorten|condense|trim|make (?:some |more )?(?:room|space)|free (?:up|some)|squeeze|tidy',
          clear:
            'clear|empty|wipe|reset|erase|delete|forget|start (?:over|anew|afresh|fresh|again)|from scratch|begin (?:anew|again)|(?:new|fresh) (?:chat|conversation|session)|clean slate|fresh start',
        },
      },
    },
    required: ['action'],
  },
  risk: 'write',
  readsWhen: { action: ['status'] },
  preview: ({ action }) =>
    ({
      status: 'Shows how full the conversation is.',
      compact: 'Puts a summary in the place of all but the last two turns, as `/compact`.',
      clear: 'Empties the conversation, as `/clear`; memory and files stay.',
    })[action],
  async run({ action }, { services, signal }) {
    const { context } = services
    const before = context?.use()
    if (context === undefined || before === undefined)
      throw new ToolFailure('no_context', 'There is no window: no model is loaded here.')
    let done: string | null = null
    if (action === 'compact') {
      const { ok, text } = await context.compact(signal)
      if (!ok) throw new ToolFailure('not_compacted', text)
      done = text
    }
    if (action === 'clear') {
      context.clear()
      done = `The conversation (${count(before.turns, 'turn', 'turns')}) is emptied with this answer; memory and files stay.`
    }
    const { usedTokens, windowTokens, freeTokens, turns } = context.use() ?? before
    return { action, done, usedTokens, windowTokens, freeTokens, turns }
  },
  say({ done, usedTokens, windowTokens, freeTokens, turns }) {
    if (done !== null) return { sentence: done }
    const percent = Math.round((usedTokens / windowTokens) * 100)
    return {
      sentence: `This conversation (${count(turns, 'turn', 'turns')}) takes ${usedTokens} of ${windowTokens} tokens, ${percent} % of the window; ${freeTokens} are free.`,
      key: [[String(usedTokens), String(percent)]],
    }
  },
})

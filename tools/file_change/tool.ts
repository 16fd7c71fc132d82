import type { ChangePlan } from '../../source/contracts/folder-access.ts'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'

type Arguments = { readonly sql: string }

type Changed = { readonly said: string; readonly key: readonly string[]; readonly paths: readonly string[] }

export default defineTool<Arguments, Changed>({
  name: 'file_change',
  description:
    'Change rows of the tables that the files of the folder, the memory and the reminders are: INSERT, UPDATE or DELETE in SQL',
  parameters: {
    type: 'object',
    properties: {
      sql: {
        type: 'string',
        'x-program': 'change',
        'x-ask': 'What should I change?',
        description: 'SQLite INSERT, UPDATE or DELETE, several separated by `;`',
      },
    },
    required: ['sql'],
  },
  risk: 'write',
  holdsPreview: true,
  async preview({ sql }, context) {
    const { preview, warnings } = await planOf(sql, context)
    return [...warnings, preview].join('\n')
  },
  async run({ sql }, context) {
    const plan = await planOf(sql, context)
    const note = await context.services.tables?.make(plan, context)
    return {
      said: `${plan.said.sentence}${note ?? ''}`,
      key: (plan.said.key ?? []).flat(),
      paths: plan.files.map(({ path }) => path),
    }
  },
  say: ({ said, key }) => ({ sentence: said, key }),
})

async function planOf(sql: string, context: ToolContext): Promise<ChangePlan> {
  const { tables } = context.services
  if (tables === undefined)
    throw new ToolFailure('no_tables', 'There is no folder here whose files could be changed.')
  const plan = await tables.plan(sql, context)
  if (plan.type === 'failed') throw new ToolFailure(plan.code ?? 'bad_sql', plan.reason)
  if (plan.changes.size === 0) throw new ToolFailure('no_change', plan.said.sentence)
  return plan
}

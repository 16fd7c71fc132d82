// Which skill a message is about, by the words of its name and description. Pure.
import type { Skill } from '../contracts/skills.ts'

/** So sure it must be: a skill that does not belong costs tokens and leads a small model astray. */
export const SKILL_SURE = 0.5

/** How sure it is, from 0 to 1: the share of the message's words that the skill has, less where they are few. `wordsOf`: content words. */
export function skillFit(
  message: string,
  skill: Skill,
  wordsOf: (text: string) => readonly string[],
): number {
  const asked = new Set(wordsOf(message))
  const own = new Set(wordsOf(`${skill.name.replace(/[_-]+/g, ' ')} ${skill.description}`))
  const shared = [...asked].filter((word) => own.has(word)).length
  return shared < 2 ? 0 : (shared / asked.size) * (1 - 0.5 ** shared)
}

/** The one that fits best and well enough; of two that fit alike the first. */
export function chooseSkill(
  message: string,
  skills: readonly Skill[],
  wordsOf: (text: string) => readonly string[],
): Skill | undefined {
  let best: { readonly skill: Skill; readonly fit: number } | undefined
  for (const skill of skills) {
    const fit = skillFit(message, skill, wordsOf)
    if (fit >= SKILL_SURE && fit > (best?.fit ?? 0)) best = { skill, fit }
  }
  return best?.skill
}

export type SectionId = 'models' | 'agents' | 'runs' | 'context' | 'todos' | 'appearance' | 'storage' | 'shortcuts';

type Section = {
  readonly id: SectionId;
  readonly title: string;
  readonly text?: string;
  /** Words that people look for and the title does not hold. */
  readonly words: string;
};

export const SECTIONS: readonly Section[] = [
  {
    id: 'models',
    title: 'Providers & keys',
    text: 'Where models answer: a provider, or any OpenAI-compatible server. Keys stay on this machine: only their provider gets them.',
    words:
      'key api token base url endpoint address model anthropic claude openai gpt google gemini openrouter ollama lm studio vllm test connect llm price cost proxy',
  },
  {
    id: 'agents',
    title: 'Agents',
    text: 'A model with instructions, tools and limits. Changes count for the next run.',
    words:
      'instructions prompt tools files todos plan commands approval rules steps limit cost answer schema handoff versions default import export copy duplicate',
  },
  {
    id: 'runs',
    title: 'Runs',
    text: 'How many work at once, and how you hear of them.',
    words:
      'many parallel concurrent queue cap limit sub-agents levels depth repeat same call loop stuck notifications notify sleep awake tray background',
  },
  {
    id: 'context',
    title: 'Context',
    text: 'What happens when a conversation nearly fills what its model can read.',
    words: 'compact compaction summary summarise summarize window tokens threshold overflow long prompt model limit',
  },
  {
    id: 'todos',
    title: 'Todos',
    text: 'How plans are shown, and how agents are held to theirs.',
    words: 'plan phases list tasks hide done completed clear delay seconds reminders nudge resume strip earlier panel',
  },
  { id: 'appearance', title: 'Appearance', words: 'theme dark light system colour color' },
  {
    id: 'storage',
    title: 'Storage',
    words: 'home folder data version about database size disk backup import export history',
  },
  { id: 'shortcuts', title: 'Keyboard shortcuts', words: 'keys hotkeys' },
];

/** The sections that every word of `query` is found in, by its beginning. */
export function matchingSections(query: string): readonly Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return SECTIONS.filter((section) => {
    const known = `${section.title} ${section.words}`.toLowerCase().split(' ');
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
}

import { transcripts } from '../transcripts.ts';
import { SCENARIOS } from './scenarios.ts';

transcripts('replica machine', new URL('./transcripts/', import.meta.url), SCENARIOS);

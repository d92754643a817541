import { transcripts } from '../transcripts.ts';
import { SCENARIOS } from './scenarios.ts';

transcripts('list-watch', new URL('./transcripts/', import.meta.url), SCENARIOS);

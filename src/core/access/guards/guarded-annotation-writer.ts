import type { AnnotationAuthor, AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { AnnotateOutcome, AnnotateRequest, AnnotationSelection, AnnotationWriter } from '#core/ports/annotation-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/** Annotates in some projects alone; targets elsewhere count as not there yet, and are never annotated. */
export class GuardedAnnotationWriter implements AnnotationWriter {
  readonly #inner: AnnotationWriter;
  readonly #allowed: AllowedProjects;

  constructor(inner: AnnotationWriter, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  annotate(request: AnnotateRequest): Promise<AnnotateOutcome> {
    return this.#inner.annotate({ ...request, allowedProjectIds: this.#allowed.ids });
  }

  async deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number> {
    return this.#inner.deleteAnnotations(await this.#allowed.numbers('annotation', numbers), author);
  }

  deleteAnnotationsWhere(selection: AnnotationSelection, author: AnnotationAuthor): Promise<number> {
    return this.#inner.deleteAnnotationsWhere(this.#allowed.within(selection), author);
  }

  async restoreAnnotation(number: number, revision: number, author: AnnotationAuthor): Promise<AnnotationRow | null> {
    return (await this.#allowed.hasNumber('annotation', number)) ? this.#inner.restoreAnnotation(number, revision, author) : null;
  }

  async expireWaiting(): Promise<never> {
    throw this.#allowed.refuse('give up what waits');
  }

  async deleteWaiting(): Promise<never> {
    throw this.#allowed.refuse('delete what waits: it belongs to no project yet');
  }
}

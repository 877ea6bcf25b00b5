import { useEffect, useRef, useState } from 'react';
import { messageOf } from './api-error.ts';
import { notify } from './notify.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from './photo.ts';
import { words } from './photo-words.ts';

export interface PhotoUpload {
  /** 0 to 1 while a photo is being prepared or uploaded, otherwise undefined. */
  readonly progress: number | undefined;
  readonly problem: string | undefined;
  /** The photo that is being uploaded, or that waits for another attempt. */
  readonly preview: string | undefined;
  /** Whether a photo was chosen that is not uploaded yet: it is on its way, or waits for another attempt. */
  readonly isUnfinished: boolean;
  /** The file that was uploaded last in this tab. */
  readonly original: File | undefined;
  readonly start: (file: File) => void;
  /** Uploads the same photo again; undefined when there is none. */
  readonly retry: (() => void) | undefined;
  /** Discards a photo that was not uploaded: the user cancels, or chooses something else. */
  readonly cancel: () => void;
  /** Forgets the photo that was uploaded last as well, because another dish was chosen. */
  readonly clear: () => void;
}

/** A file that somebody chose, and what is sent of it. */
interface Picked {
  readonly file: File;
  readonly photo: PreparedPhoto;
}

/**
 * Prepares and uploads a photo. It stays in memory, so that one click repeats a failed upload. Only the photo that was
 * chosen last is uploaded; leaving the screen cancels its upload and says so.
 */
export function usePhotoUpload(onUploaded: (uploadId: string, photo: PreparedPhoto) => void): PhotoUpload {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState<Picked>();
  const [original, setOriginal] = useState<File>();
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      if (running.current === undefined) return;
      running.current.abort();
      notify.info(words.uploadCancelled, { yields: true });
    },
    [],
  );

  /** Does the work unless it is cancelled; a later attempt cancels an earlier one. */
  async function attempt(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setProgress(0);
    let found: string | undefined;
    try {
      await work(controller.signal);
    } catch (error) {
      found = error instanceof PhotoError ? error.message : words.uploadFailed(messageOf(error));
    }
    if (controller.signal.aborted) return;
    running.current = undefined;
    setProblem(found);
    setProgress(undefined);
  }

  async function send({ file, photo }: Picked, signal: AbortSignal): Promise<void> {
    const report = (share: number) => {
      if (!signal.aborted) setProgress(share);
    };
    const uploadId = await uploadPhoto(photo, report, signal);
    if (signal.aborted) return;
    setWaiting(undefined);
    setOriginal(file);
    onUploaded(uploadId, photo);
  }

  async function prepareAndSend(file: File, signal: AbortSignal): Promise<void> {
    setWaiting(undefined);
    const photo = await preparePhoto(file);
    if (signal.aborted) return;
    setWaiting({ file, photo });
    await send({ file, photo }, signal);
  }

  function cancel(): void {
    running.current?.abort();
    running.current = undefined;
    setWaiting(undefined);
    setProblem(undefined);
    setProgress(undefined);
  }

  return {
    progress,
    problem,
    preview: waiting?.photo.preview,
    isUnfinished: progress !== undefined || waiting !== undefined,
    original,
    start: (file) => void attempt((signal) => prepareAndSend(file, signal)),
    cancel,
    clear: () => {
      cancel();
      setOriginal(undefined);
    },
    retry:
      waiting && progress === undefined ? () => void attempt((signal) => send(waiting, signal)) : undefined,
  };
}

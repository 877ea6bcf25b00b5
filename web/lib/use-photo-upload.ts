import { useEffect, useRef, useState } from 'react';
import { messageOf } from './api-error.ts';
import { notify } from './notify.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from './photo.ts';
import { words } from './photo-words.ts';
import { useUploadGuard } from './use-upload-guard.ts';

export interface PhotoUpload {
  /** 0 to 1 while a photo is being prepared or uploaded, otherwise undefined. */
  readonly progress: number | undefined;
  readonly problem: string | undefined;
  /** Preview of the photo that is being uploaded, or that waits for another attempt. */
  readonly preview: string | undefined;
  /** Whether a photo was chosen that is not uploaded yet: it is being uploaded, or waits for another attempt. */
  readonly isUnfinished: boolean;
  /** The file of an upload; undefined if it was uploaded before the screen was opened. */
  readonly fileOf: (uploadId: string) => File | undefined;
  /** `onDone` replaces the hook's own callback. */
  readonly start: (file: File, onDone?: OnUploaded) => void;
  /** Uploads the same photo again; undefined if there is none. */
  readonly retry: (() => void) | undefined;
  /** Discards a photo that was not uploaded: the user cancels, or chooses something else. */
  readonly cancel: () => void;
}

type OnUploaded = (uploadId: string, photo: PreparedPhoto) => void;

/** The chosen file, and the prepared photo. */
interface Picked {
  readonly file: File;
  readonly photo: PreparedPhoto;
  readonly onDone: OnUploaded;
}

/**
 * Prepares and uploads a photo. It stays in memory, so that one click repeats a failed upload. Only the photo chosen
 * last is uploaded; leaving the screen cancels its upload, or gives up one that failed, with a message.
 */
export function usePhotoUpload(onUploaded: OnUploaded): PhotoUpload {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState<Picked>();
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const isUnfinished = progress !== undefined || waiting !== undefined;
  useUploadGuard(isUnfinished);
  const running = useRef<AbortController>(undefined);
  /** Whether a photo waits: the state itself may not be rendered any more when the screen is left. */
  const isWaiting = useRef(false);
  useEffect(
    () => () => {
      if (running.current) {
        running.current.abort();
        notify.info(words.uploadCancelled, { yields: true });
      } else if (isWaiting.current) {
        notify.info(words.notUploaded);
      }
    },
    [],
  );

  function wait(picked: Picked | undefined): void {
    isWaiting.current = picked !== undefined;
    setWaiting(picked);
  }

  /** Runs the work unless it is cancelled; a later attempt cancels an earlier one. */
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

  async function send({ file, photo, onDone }: Picked, signal: AbortSignal): Promise<void> {
    const report = (share: number) => {
      if (!signal.aborted) setProgress(share);
    };
    const uploadId = await uploadPhoto(photo, report, signal);
    if (signal.aborted) return;
    wait(undefined);
    setFiles((before) => new Map([...before, [uploadId, file]]));
    onDone(uploadId, photo);
  }

  async function prepareAndSend(file: File, onDone: OnUploaded, signal: AbortSignal): Promise<void> {
    wait(undefined);
    const photo = await preparePhoto(file);
    if (signal.aborted) return;
    const picked = { file, photo, onDone };
    wait(picked);
    await send(picked, signal);
  }

  function cancel(): void {
    running.current?.abort();
    running.current = undefined;
    wait(undefined);
    setProblem(undefined);
    setProgress(undefined);
  }

  return {
    progress,
    problem,
    preview: waiting?.photo.preview,
    isUnfinished,
    fileOf: (uploadId) => files.get(uploadId),
    start: (file, onDone = onUploaded) => void attempt((signal) => prepareAndSend(file, onDone, signal)),
    cancel,
    retry:
      waiting && progress === undefined ? () => void attempt((signal) => send(waiting, signal)) : undefined,
  };
}

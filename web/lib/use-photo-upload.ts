import { useEffect, useRef, useState } from 'react';
import { messageOf } from './api-error.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from './photo.ts';

export interface PhotoUpload {
  /** 0 to 1 while a photo is being sent, otherwise undefined. */
  readonly progress: number | undefined;
  readonly problem: string | undefined;
  /** The photo that is being sent or waits to be sent again. */
  readonly preview: string | undefined;
  readonly start: (file: File) => void;
  /** Sends the same photo again; undefined when there is nothing to send. */
  readonly retry: (() => void) | undefined;
  /** Drops a photo that was not sent, when another choice is made instead. */
  readonly clear: () => void;
}

/** Prepares and sends a photo; keeps it in memory, so that a broken connection costs one click. */
export function usePhotoUpload(onUploaded: (uploadId: string, photo: PreparedPhoto) => void): PhotoUpload {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [photo, setPhoto] = useState<PreparedPhoto>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function send(prepared: PreparedPhoto): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setProgress(0);
    try {
      const uploadId = await uploadPhoto(prepared, setProgress, controller.signal);
      if (controller.signal.aborted) return;
      setPhoto(undefined);
      onUploaded(uploadId, prepared);
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(`Failed to upload image to storage. ${messageOf(error)}`);
    }
    setProgress(undefined);
  }

  async function start(file: File): Promise<void> {
    running.current?.abort();
    setProblem(undefined);
    setPhoto(undefined);
    setProgress(0);
    let prepared: PreparedPhoto;
    try {
      prepared = await preparePhoto(file);
    } catch (error) {
      setProblem(error instanceof PhotoError ? error.message : messageOf(error));
      setProgress(undefined);
      return;
    }
    setPhoto(prepared);
    await send(prepared);
  }

  return {
    progress,
    problem,
    preview: photo?.preview,
    start: (file) => void start(file),
    clear: () => {
      running.current?.abort();
      setPhoto(undefined);
      setProblem(undefined);
      setProgress(undefined);
    },
    retry: photo && progress === undefined ? () => void send(photo) : undefined,
  };
}

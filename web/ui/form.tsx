import {
  Checkbox,
  chakra,
  Field,
  type HTMLChakraProps,
  Input,
  type InputProps,
  NativeSelect,
  Text,
  Textarea,
  type TextareaProps,
} from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
} from 'react-hook-form';
import '#shared/zod-messages.ts';
import { words } from '#web/lib/words.ts';

interface FormProps<Values extends FieldValues, Output> extends Omit<HTMLChakraProps<'form'>, 'onSubmit'> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** Gets the values as the form's schema returns them. */
  readonly onSubmit: (values: Output) => void;
  /** Whether the form is being sent: all its fields and buttons are disabled. */
  readonly isSending: boolean;
}

/**
 * A form of react-hook-form: errors appear under their fields, and the first field with an error gets the focus. A
 * double click sends it once.
 */
export function Form<Values extends FieldValues, Output>(props: FormProps<Values, Output>) {
  const { form, onSubmit, isSending, children, ...rest } = props;
  const focused = useRef<Element>(null);
  // Of the time between a submission and the render that disables the fields.
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (isSending) return;
    // Browsers remove the focus from an element that becomes disabled.
    if (focused.current instanceof HTMLElement && document.activeElement === document.body)
      focused.current.focus();
    focused.current = null;
  }, [isSending]);
  return (
    <chakra.form
      noValidate
      onSubmit={(event) => {
        if (isSubmitted.current) return event.preventDefault();
        isSubmitted.current = true;
        focused.current = document.activeElement;
        void form
          .handleSubmit((values) => onSubmit(values))(event)
          // TanStack Query reports a started mutation by a timer, which was set before this one.
          .finally(() => setTimeout(() => (isSubmitted.current = false)));
      }}
      {...rest}
    >
      <chakra.fieldset disabled={isSending} display="contents">
        {children}
      </chakra.fieldset>
    </chakra.form>
  );
}

interface FieldProps<Values extends FieldValues, Output> {
  readonly control: Control<Values, unknown, Output>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean;
}

interface LabelledProps extends Pick<FieldProps<FieldValues, unknown>, 'label' | 'hint'> {
  /** Shown beside the label. */
  readonly isOptional?: boolean | undefined;
  /** Defaults to whether the field is not optional. */
  readonly isRequired?: boolean;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** Label, control, hint and error of a field, associated for screen readers. */
export function Labelled(props: LabelledProps) {
  const { label, hint, isOptional = false, isRequired = !isOptional, error, children } = props;
  return (
    <Field.Root required={isRequired} invalid={error !== undefined}>
      <Field.Label display="block">
        {label}
        {isOptional && (
          <Text as="span" color="fg.muted" fontWeight="400">
            {` (${words.optional})`}
          </Text>
        )}
      </Field.Label>
      {children}
      {hint && (
        <Field.HelperText fontSize="xs" color="fg.muted">
          {hint}
        </Field.HelperText>
      )}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}

type Untied<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onBlur' | 'defaultValue'>;

/** A line of text. */
export function TextField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output> & Untied<InputProps>,
) {
  const { control, name, label, hint, isOptional, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Labelled label={label} hint={hint} isOptional={isOptional} error={fieldState.error?.message}>
      <Input {...input} {...field} />
    </Labelled>
  );
}

/** Several lines of text. */
export function TextAreaField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output> & Untied<TextareaProps>,
) {
  const { control, name, label, hint, isOptional, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Labelled label={label} hint={hint} isOptional={isOptional} error={fieldState.error?.message}>
      <Textarea {...input} {...field} />
    </Labelled>
  );
}

interface SelectFieldProps<Values extends FieldValues, Output>
  extends Omit<FieldProps<Values, Output>, 'hint' | 'isOptional'> {
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** Label of the option for null; without it there is always a value. */
  readonly none?: string;
  readonly onChosen?: (id: string | null) => void;
  readonly disabled?: boolean;
}

/** A choice of one of several options. */
export function SelectField<Values extends FieldValues, Output>(props: SelectFieldProps<Values, Output>) {
  const { control, name, label, options, none, onChosen, disabled } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Labelled label={label} isRequired={none === undefined} error={fieldState.error?.message}>
      <NativeSelect.Root>
        <NativeSelect.Field
          {...field}
          {...(disabled && { disabled })}
          value={field.value ?? ''}
          onChange={({ target }) => {
            const id = target.value === '' ? null : target.value;
            field.onChange(id);
            onChosen?.(id);
          }}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ id, name: text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Labelled>
  );
}

/** A checkbox. */
export function CheckboxField<Values extends FieldValues, Output>(
  props: Omit<FieldProps<Values, Output>, 'isOptional'> & { readonly onChosen?: (isOn: boolean) => void },
) {
  const { control, name, label, hint, onChosen } = props;
  const { field } = useController({ control, name });
  return (
    <Checkbox.Root
      name={field.name}
      checked={field.value}
      onCheckedChange={({ checked }) => {
        field.onChange(checked === true);
        onChosen?.(checked === true);
      }}
      minH="11"
      alignItems="center"
    >
      <Checkbox.HiddenInput ref={field.ref} onBlur={field.onBlur} />
      <Checkbox.Control />
      <Checkbox.Label>
        {label}
        {hint && <Text as="span" color="fg.muted" fontWeight="400">{` · ${hint}`}</Text>}
      </Checkbox.Label>
    </Checkbox.Root>
  );
}

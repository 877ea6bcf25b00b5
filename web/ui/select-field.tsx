import { Field, NativeSelect } from '@chakra-ui/react';

interface SelectFieldProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly options: readonly { readonly id: Id; readonly name: string; readonly lang?: string }[];
  readonly onChange: (id: Id) => void;
}

/** A choice of one of several options by their names. */
export function SelectField<Id extends string>({ label, value, options, onChange }: SelectFieldProps<Id>) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field
          value={value}
          onChange={({ target }) => {
            const option = options.find(({ id }) => id === target.value);
            if (option) onChange(option.id);
          }}
        >
          {options.map(({ id, name, lang }) => (
            <option key={id} value={id} lang={lang}>
              {name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}

extension Command {
  static let completions = Command(
    name: "completions",
    summary: "Print a completion script for bash, zsh or fish.",
    arguments: [
      Argument(
        placeholder: "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)),
        help: "The shell: \(alternatives(Shell.allCases.map(\.rawValue))).")
    ],
    options: .list(.output),
    examples: [
      "completions bash --output /etc/bash_completion.d/flint-inspect",
      "completions fish",
    ],
    run: { context in
      // The parser has checked that this is the name of a shell.
      guard let shell = Shell(rawValue: context.arguments[0]) else { return .noResult }
      try context.writeResult { $0.append(shell.script) }
      return .success
    })
}

private enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: StaticString {
    switch self {
    case .bash: bashScript
    case .zsh: zshScript
    case .fish: fishScript
    }
  }
}

// Each completion script gets the candidates from the program, so that they always agree with the option table.

/// The completion script for bash.
///
/// bash also splits words at `=` and `:`, except in quotes, and replaces only the part of a word after the last `=` or
/// `:`. The script therefore returns only this part of each completion: for the unfinished word `--platform=i`, it
/// returns `iOS` instead of `--platform=iOS`. The script does not quote file names, because bash quotes them itself.
///
/// bash 3.2, which macOS has, lacks `compopt`. There, the script itself quotes file names and appends `/` and spaces.
private let bashScript: StaticString = #"""
  # bash completion for flint-inspect
  _flint_inspect() {
    local line=${COMP_LINE:0:COMP_POINT} word= quote= begun= char kept candidate files= compopt=
    type compopt >/dev/null 2>&1 && compopt=1
    local -a words=() found=()
    local -i i quoted=0
    for ((i = 0; i < ${#line}; i++)); do
      char=${line:i:1}
      if [[ -n $quote && $char == "$quote" ]]; then
        quote=
      elif [[ $char == \\ && $quote != \' ]]; then
        i+=1
        word+=${line:i:1}
        begun=1
      elif [[ -z $quote && $char == [\'\"] ]]; then
        quote=$char
        quoted=${#word}
        begun=1
      elif [[ -z $quote && $char == [[:space:]] ]]; then
        [[ -n $begun ]] && words+=("$word")
        word=
        begun=
      else
        word+=$char
        begun=1
      fi
    done
    words+=("$word")
    kept=${word%"${word##*[=:]}"}
    [[ -n $quote ]] && kept=${word:0:quoted}
    while IFS=$'\t' read -r candidate _; do
      if [[ -z $candidate ]]; then
        files=1
      else
        found+=("${candidate#"$kept"}")
      fi
    done < <("$1" __complete "${words[@]:1}" 2>/dev/null | sed $'s/^\t/\x01\t/' | tr -d '\001')
    if [[ -n $files ]]; then
      [[ -n $compopt ]] && compopt -o filenames
      while IFS= read -r candidate; do
        [[ -z $compopt && -d $candidate ]] && candidate+=/
        found+=("$candidate")
      done < <(compgen -f -- "${word#"$kept"}")
    fi
    COMPREPLY=()
    for candidate in "${found[@]}"; do
      [[ -n $compopt && $candidate == *= ]] && compopt -o nospace
      case $quote in
        \') candidate=${candidate//\'/\'\\\'\'} ;;
        \")
          candidate=${candidate//\\/\\\\} candidate=${candidate//\"/\\\"}
          candidate=${candidate//\$/\\\$} candidate=${candidate//\`/\\\`} ;;
        *)
          [[ -z $compopt || -z $files ]] && [[ $candidate == *[!A-Za-z0-9_./:=,@%+-]* ]] &&
            printf -v candidate %q "$candidate" ;;
      esac
      [[ -z $compopt$quote && $candidate != *[=/] ]] && candidate+=' '
      COMPREPLY+=("$candidate")
    done
  }
  complete $(type compopt >/dev/null 2>&1 || echo -o nospace) -F _flint_inspect flint-inspect

  """#

private let zshScript: StaticString = #"""
  #compdef flint-inspect
  _flint_inspect() {
    local line word
    local -a values shown open openShown
    local -i files=0
    while IFS= read -r line; do
      word=${line%%$'\t'*}
      if [[ -z $word ]]; then
        files=1
      elif [[ $word == *= ]]; then
        open+=("$word")
        openShown+=("$word  ${line#*$'\t'}")
      else
        values+=("$word")
        shown+=("$word  ${line#*$'\t'}")
      fi
    done < <("${words[1]}" __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    (( $#values )) && compadd -l -d shown -a values
    (( $#open )) && compadd -l -S '' -d openShown -a open
    (( files )) && _files
    return 0
  }
  if [[ $funcstack[1] == _flint-inspect ]]; then
    _flint_inspect "$@"
  else
    compdef _flint_inspect flint-inspect
  fi

  """#

private let fishScript: StaticString = #"""
  # fish completion for flint-inspect
  function __flint_inspect_complete
      set -l words (commandline -opc)
      set -l program $words[1]
      set -e words[1]
      set -l current (commandline -ct)
      switch "$current"
          case "'*" '"*'
              set current (string sub -s 2 -- "$current")
          case '*\\\\*'
              set current (string unescape -- "$current")
      end
      for line in ($program __complete $words "$current" 2>/dev/null)
          if test "$line" = \t
              __fish_complete_path "$current"
          else
              echo $line
          end
      end
  end
  complete -c flint-inspect -f -a '(__flint_inspect_complete)'

  """#
